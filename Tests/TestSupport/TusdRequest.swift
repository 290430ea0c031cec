/// Hook requests as tusd 2 sends them, byte for byte: the keys in its order, all of them, on one line.
package enum TusdRequest {
  /// Before there is an upload: no id and no store yet.
  package static func preCreate(
    size: String, deferred: Bool = false, filename: String = "holiday.mov", final: Bool = false
  ) -> [UInt8] {
    document(
      "pre-create", id: "", size: size, deferred: deferred, offset: "0", filename: filename,
      partial: false, final: final, storage: "null", method: "POST")
  }

  package static func preCreate(size: Int64, filename: String = "holiday.mov") -> [UInt8] {
    preCreate(size: "\(size)", filename: filename)
  }

  /// When all bytes are there.
  package static func finished(
    _ type: String, id: String = "5d892c228ec8d0451dfec588697e8930", size: Int64 = 1,
    path: String, filename: String = "holiday.mov", partial: Bool = false, final: Bool = false,
    store: String = "filestore"
  ) -> [UInt8] {
    document(
      type, id: id, size: "\(size)", deferred: false, offset: "\(size)", filename: filename,
      partial: partial, final: final,
      storage: #"{"InfoPath":"\#(path).info","Path":"\#(path)","Type":"\#(store)"}"#,
      method: "PATCH")
  }

  private static func document(
    _ type: String, id: String, size: String, deferred: Bool, offset: String, filename: String,
    partial: Bool, final: Bool, storage: String, method: String
  ) -> [UInt8] {
    let parts = final ? #"["1b7c3e","2a90d4"]"# : "null"
    let upload =
      #"{"ID":"\#(id)","Size":\#(size),"SizeIsDeferred":\#(deferred),"Offset":\#(offset),"#
      + #""MetaData":{"filename":"\#(filename)","filetype":"video/quicktime"},"#
      + #""IsPartial":\#(partial),"IsFinal":\#(final),"PartialUploads":\#(parts),"#
      + #""Storage":\#(storage)}"#
    let request =
      #"{"Method":"\#(method)","URI":"/files/\#(id)","RemoteAddr":"127.0.0.1:59395","#
      + #""Header":{"Host":["localhost:8080"],"Tus-Resumable":["1.0.0"],"#
      + #""User-Agent":["Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/116.0"]}}"#
    return Array(
      #"{"Type":"\#(type)","Event":{"Upload":\#(upload),"HTTPRequest":\#(request)}}"#.utf8)
  }
}
