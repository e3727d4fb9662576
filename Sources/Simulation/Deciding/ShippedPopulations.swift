/// The populations that come with the program.
///
/// No published figures say how many sessions meet which network, so that all weights are assumptions, and say so.
/// Patience is that of Krishnan and Sitaraman (IMC 2012): nobody leaves within 2 s, and then 5.8 of 100 with each
/// second. How long people watch is what Puffer has seen of its viewers (NSDI 2020; the published statistics): a median
/// of 150 s and a third quartile of 1,350 s. It is cut there, so that a session is not hours long: the quarter that
/// watches longer, of which Puffer has a tenth for 5,300 s and more, leaves after 1,350 s as well. The least, 5 s, and
/// the first quartile, 30 s, are assumed.
package enum ShippedPopulations {
    package struct Entry: Sendable {
        package let name: String
        package let about: String
        package let text: String
    }

    package static let all = [
        Entry(
            name: "mobile", about: "On the way with a phone: cells, a congested Wi-Fi, some in a train.", text: mobile
        ),
        Entry(name: "home", about: "At home: DSL, cable, Wi-Fi that neighbours share.", text: home),
        Entry(name: "train", about: "In a train with tunnels, from a good line to a poor one.", text: train),
    ]

    private static let viewers = """
          "viewers": [
            {"name": "may leave", "weight": 3,
             "source": "patience: Krishnan and Sitaraman 2012; watching: Puffer 2020 to 1350 s; in a stall: assumed",
             "player": {"viewer": {"patience_s": [2, 19.2], "stall_patience_s": [5, 30],
                                   "watching_s": [5, 30, 150, 1350, 1350]}}},
            {"name": "jumps about", "weight": 1, "source": "assumed",
             "player": {"viewer": {"patience_s": [2, 19.2], "stall_patience_s": [5, 30],
                                   "watching_s": [30, 150, 400],
                                   "seeks": [{"after_s": 20, "by_s": 60}]}}}
          ]
        """

    private static let mobile = """
        {
          "kind": "population",
          "name": "mobile",
          "about": "A phone on the way. A session is a press of play.",
          "source": "all weights are assumed",
          "networks": [
            {"name": "LTE", "weight": 30, "source": "Network Link Conditioner", "network": "LTE"},
            {"name": "shared cell", "weight": 25, "source": "assumed",
             "network": {"make": {"kind": "cell"}, "delay_ms": 15}},
            {"name": "drive", "weight": 15, "source": "assumed",
             "network": {"make": {"kind": "drive"}, "delay_ms": 20}},
            {"name": "3G", "weight": 10, "source": "Network Link Conditioner", "network": "3G"},
            {"name": "commute", "weight": 10, "source": "assumed",
             "network": {"make": {"kind": "commute"}, "delay_ms": 20}},
            {"name": "congested Wi-Fi", "weight": 10, "source": "assumed",
             "network": {"make": {"kind": "congested-wifi"}, "delay_ms": 8}}
          ],
        \(viewers)
        }

        """

    private static let home = """
        {
          "kind": "population",
          "name": "home",
          "about": "A living room. A session is a press of play.",
          "source": "all weights are assumed",
          "networks": [
            {"name": "Wi-Fi", "weight": 50, "source": "Network Link Conditioner", "network": "WiFi"},
            {"name": "DSL", "weight": 25, "source": "Network Link Conditioner", "network": "DSL"},
            {"name": "congested Wi-Fi", "weight": 20, "source": "assumed",
             "network": {"make": {"kind": "congested-wifi"}, "delay_ms": 8}},
            {"name": "very bad", "weight": 5, "source": "Network Link Conditioner",
             "network": "Very Bad Network"}
          ],
        \(viewers)
        }

        """

    private static let train = """
        {
          "kind": "population",
          "name": "train",
          "about": "A seat in a train. A session is a press of play.",
          "source": "all weights are assumed",
          "networks": [
            {"name": "good line", "weight": 2, "source": "assumed",
             "network": {"make": {"kind": "train", "mean_kbps": 12000, "tunnel_s": 6}, "delay_ms": 20}},
            {"name": "usual line", "weight": 3, "source": "assumed",
             "network": {"make": {"kind": "train"}, "delay_ms": 25}},
            {"name": "poor line", "weight": 1, "source": "assumed",
             "network": {"make": {"kind": "train", "mean_kbps": 2000, "tunnel_s": 30}, "delay_ms": 40}}
          ],
        \(viewers)
        }

        """
}
