// seeds: .ci/fuzz/Seeds/*.plist
// Profiles of the Network Link Conditioner, in XML and binary.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    do throws(PropertyListError) {
        let file = try LinkConditionerFile(bytes: bytes)
        for name in [nil, "A", "3G"] {
            do throws(LinkConditionerProblem) {
                let values = try file.profile(name).values
                demand(0...1_000_000 ~= values.lossDown && 0...1_000_000 ~= values.lossUp, "a share of packets")
                demand(values.delayDown >= .zero && values.delayUp >= .zero && values.dnsDelay >= .zero, "delays")
                demand((values.down ?? 1) > 0 && (values.up ?? 1) > 0, "capacities")
            } catch {
                judge(error.message)
            }
        }
    } catch {
        judge(error.message)
    }
}
