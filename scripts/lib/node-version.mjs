const NEEDED = [20, 19]

/** Exits with one line if Node is too old. Otherwise the first symptom would be a stack trace. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = NEEDED
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  console.error(`Counterfoil needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
