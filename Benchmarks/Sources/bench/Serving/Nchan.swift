import Foundation
import Measuring

/// nginx with nchan, the baseline: events for thousands of clients, in C.
final class Nchan {
  let server: ServerProcess
  let port: Int
  /// The port of a proxy that compresses what it sends.
  let compressedPort: Int

  private static let module = "/usr/lib/nginx/modules/ngx_nchan_module.so"

  /// Installs nginx with nchan if they are missing, and says what it does.
  ///
  /// - Returns: Whether they are there.
  static func install() -> Bool {
    func isThere() -> Bool { FileManager.default.fileExists(atPath: module) }
    if isThere() { return true }
    guard getuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/apt-get") else {
      progress("  no nginx with nchan, and no apt-get as root to install it: no baseline")
      return false
    }
    progress("  installing nginx-light and libnginx-mod-nchan with apt-get")
    for arguments in [
      ["update", "-qq"],
      ["install", "-y", "-qq", "--no-install-recommends", "nginx-light", "libnginx-mod-nchan"],
    ] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/apt-get")
      process.arguments = arguments
      process.environment = [
        "DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
      ]
      process.standardOutput = FileHandle.nullDevice
      guard (try? process.run()) != nil else { break }
      process.waitUntilExit()
    }
    if !isThere() { progress("  apt-get has not installed nchan: no baseline") }
    return isThere()
  }

  init(in workshop: Workshop) throws {
    port = try freePort()
    compressedPort = try freePort()
    let folder = workshop.path("nginx")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
    let path = workshop.path("nginx.conf")
    try """
    load_module \(Self.module);
    daemon off;
    \(getuid() == 0 ? "user root;" : "")
    worker_processes 1;
    worker_rlimit_nofile 20000;
    pid \(folder)/pid;
    error_log \(folder)/error.log crit;
    events { worker_connections 16000; }
    http {
      access_log off;
      keepalive_requests 1000000;
      \(paths)
      server {
        listen 127.0.0.1:\(port) backlog=4096;
        location = /stream {
          nchan_subscriber eventsource;
          nchan_channel_id bench;
          nchan_subscriber_first_message newest;
        }
        location = /publish {
          nchan_publisher;
          nchan_channel_id bench;
        }
      }
      server {
        listen 127.0.0.1:\(compressedPort) backlog=4096;
        gzip on;
        gzip_types text/event-stream;
        gzip_comp_level 4;
        gzip_min_length 0;
        location = /stream {
          proxy_pass http://127.0.0.1:\(port);
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_buffering off;
        }
      }
    }
    """.write(toFile: path, atomically: true, encoding: .utf8)
    server = try ServerProcess(
      "nginx",
      ["-c", path, "-p", folder, "-e", "\(folder)/error.log"],
      log: workshop.path("nginx.log")
    )
    while !FileManager.default.fileExists(atPath: "\(folder)/pid") { usleep(10_000) }
    usleep(200_000)
  }

  /// A request that publishes an event.
  func message(_ event: String) -> [UInt8] {
    Array(
      """
      POST /publish HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      X-EventSource-Event: patch\r
      Content-Length: \(event.utf8.count)\r
      \r
      \(event)
      """.utf8
    )
  }
}
