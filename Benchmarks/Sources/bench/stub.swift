import Measuring

let deliveryParts: [Part] = []
let renderingParts: [Part] = []
let scalingParts: [Part] = []
extension Results { func drawCharts(into directory: String) throws {} }
