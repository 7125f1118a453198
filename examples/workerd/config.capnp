# https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "provider", worker = .provider),
    # The libSQL server is on this machine.
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "provider")],
);

const provider :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "build/worker.js")],
  compatibilityDate = "2026-05-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "ISSUER", fromEnvironment = "ISSUER"),
    (name = "MASTER_KEY", fromEnvironment = "MASTER_KEY"),
    (name = "DATABASE_URL", fromEnvironment = "DATABASE_URL"),
    (name = "PROVIDER", durableObjectNamespace = "ProviderObject"),
  ],
  durableObjectNamespaces = [(className = "ProviderObject", uniqueKey = "symbolon")],
  durableObjectStorage = (inMemory = void),
);
