import Measuring

extension Results { func drawCharts(into directory: String) throws {} }
