import Measuring

let replicaParts = [
  Part("replicas-delays", of: "Replicas", "from an append to its version at three replicas") {
    try await measureReplicaDelays(&$0)
  },
  Part("replicas-catching-up", of: "Replicas", "a replica that applies what it has missed") {
    try await measureCatchingUp(&$0)
  },
]
