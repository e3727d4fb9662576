import Testing

@testable import autowait

@Suite struct TCPCellsTests {
    private static func report(_ text: String) -> String {
        do throws(TCPCells.Problem) {
            return try TCPCells(Array(text.utf8)).report()
        } catch {
            return "\(error.line): \(error.message)"
        }
    }

    private static let plain = "hystart,rate_bps,up_bps,rtt_ms,q,size,total_ms_median\n"

    @Test func aCellIsComparedWithTheModel() {
        let report = Self.report(Self.plain + "1,10000000,3333333,50,50,150000,295.300\r\n")
        #expect(report.contains("10000 kbit/s, 50 ms, 150000 B"))
        #expect(report.contains("295.3 ms measured"))
        #expect(report.contains("295.4 modelled"))
        #expect(report.contains("1 cells: median error"))
        #expect(report.contains("104 packets"))
    }

    @Test func theOtherTablesAreKnownByTheirColumns() {
        let keepAlive = Self.report(
            "rate_bps,rtt_ms,gap_s,req,total_ms_mean\n2000000,50,4,0,2182.4\n2000000,50,4,1,2124.9\n")
        #expect(keepAlive.contains("request 2"))
        let sharing = Self.report(
            """
            hystart,rate_bps,rtt_ms,q,nflows,flow,start_s,size,total_ms_mean
            1,4000000,60,50,2,0,0,200000,700.0
            1,4000000,60,50,2,1,1,200000,700.0

            """)
        #expect(sharing.contains("download 2 of 2"))
        let step = Self.report("hystart,rtt_ms,q,run,total_ms,bytes\n1,60,50,0,11818.136,6000000\n")
        #expect(step.contains("11818.1 ms measured"))
        let loss = Self.report(
            """
            rate_bps,up_bps,rtt_ms,q,loss_down,loss_up,size,mean_ms,min_ms,max_ms
            10000000,3333333,50,50,0.01,0,1000,110.0,90.0,300.0

            """)
        #expect(loss.contains("within the measured extremes: 1 of 1"))
        #expect(loss.contains("loss 1 %"))
    }

    @Test func whatSecurityAddsIsCountedInRoundTrips() {
        let report = Self.report(
            """
            rate_bps,rtt_ms,size,proto,total_ms,extra_total_vs_http_ms
            10000000,50,10000,http,109.573,0.0
            10000000,50,10000,tls1.3,166.41,56.8

            """)
        #expect(report.contains("10000 kbit/s, 50 ms, 10000 B, tls1.3"))
        #expect(report.contains("extra round trips  1.14 measured  1.15 modelled"))
        #expect(report.contains("worst difference 0.01 in 1 cells"))
        let other = Self.report("rate_bps,rtt_ms,size,proto,total_ms\n10000000,50,10000,ssl3,1\n")
        #expect(other == "2: proto must be http, tls1.2 or tls1.3, not 'ssl3'")
    }

    @Test(arguments: [
        ("", "1: is not the first line of a table of TCP downloads"),
        ("a,b\n", "1: is not the first line of a table of TCP downloads"),
        (plain, "2: is missing: there is no cell"),
        (plain + "1,2\n", "2: has 2 columns, and the first line 7"),
        (plain + "1,0,1,50,50,1,1\n", "2: rate_bps must be a whole number from 1000 to 1000000000000, not '0'"),
        (plain + "1,1000,1000,50,50,1,x\n", "2: total_ms_median must be a number, not 'x'"),
        (plain + "1,1000,1000,50,50,1,-1\n", "2: total_ms_median must be a number, not '-1'"),
        (plain + "1,1000,1000,50,50,1,0\n", "2: total_ms_median must be more than 0"),
        ("loss_down\n1\n", "1: has no column size"),
    ])
    func whatIsWrongIsSaidWithItsLine(text: String, words: String) {
        #expect(Self.report(text) == words)
    }
}
