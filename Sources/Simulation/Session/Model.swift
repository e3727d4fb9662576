/// The version of the model's behaviour.
///
/// It stands in every golden and every recorded log. Whoever changes on purpose what a scenario does raises it, and
/// says so.
package enum Model {
    package static let number: Int64 = 45
}
