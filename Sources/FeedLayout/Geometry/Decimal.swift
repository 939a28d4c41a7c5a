/// Formats a number with at most four decimals, without trailing zeros.
func decimal(_ value: Double) -> String {
  guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
  let scaled = Int((value.magnitude * 10_000).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard scaled % 10_000 != 0 else { return "\(sign)\(scaled / 10_000)" }
  var digits = String(10_000 + scaled % 10_000).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return "\(sign)\(scaled / 10_000).\(digits)"
}
