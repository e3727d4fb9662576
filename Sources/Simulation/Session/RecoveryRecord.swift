import PlayerModel

// The words of the records on how an item goes on. That it does follows from the requests that come of it.
extension RecoveryNote {
    var form: RecordForm {
        switch self {
        case .asksAnew(let slot, let instant):
            .init(
                .loader(.asksAnew), .unmixed, "asks for the {0} anew from {1} on", .resource(slot),
                .seconds(instant.nanoseconds))
        case .asksLater(let slot):
            .init(.loader(.asksLater), .unmixed, "asks for the {0} anew when it is needed", .resource(slot))
        case .doesWithout(let slot):
            .init(.loader(.doesWithout), .unmixed, "goes on without the {0}", .resource(slot))
        }
    }
}
