import Hooks
import Testing

/// Which files a hook may name.
@Suite struct UploadPathTests {
  @Test(arguments: [
    ("/srv/tus/data/14b1", ["14b1"]), ("/srv/tus/data/a/b/14b1", ["a", "b", "14b1"]),
    ("//srv//tus/./data//14b1", ["14b1"]), ("/srv/tus/data/.hidden", [".hidden"]),
    ("/srv/tus/data/...", ["..."]),
    // A tusd whose upload directory is relative.
    ("data/14b1", ["14b1"]), ("./data/14b1", ["14b1"]), ("tus/data/14b1", ["14b1"]),
    ("14b1", ["14b1"]), ("other/14b1", ["other", "14b1"]), ("data/data/14b1", ["data", "14b1"]),
  ])
  func `a path below the root is the names from there on`(path: String, names: [String]) {
    #expect(UploadPath(path, below: "/srv/tus/data")?.names == names)
    #expect(UploadPath(path, below: "/srv/tus/data/")?.names == names)
  }

  @Test(arguments: [
    "", "/", "/srv/tus/data", "/srv/tus/data/", "/srv/tus/data/.", "/srv/tus/data2/14b1",
    "/srv/tus/dat", "/etc/passwd", "/srv/tus/data/../data/14b1", "/srv/tus/data/x/../../../etc",
    "..", "../14b1", "data/../../etc/passwd", "data/..", "data", ".", "/srv/tus/data/x/",
    "/srv/tus/data/a\u{0}b", "/SRV/tus/data/14b1",
  ])
  func `no other path is one`(path: String) {
    #expect(UploadPath(path, below: "/srv/tus/data") == nil)
  }

  @Test func `a path is bounded`() {
    let name = String(repeating: "n", count: 4096)
    #expect(UploadPath("/srv/\(name)", below: "/srv") == nil)
  }
}
