using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "trial", worker = .trial),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", http = (), service = "trial")],
);

const trial :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "bundle.js")],
  compatibilityDate = "2026-01-01",
);
