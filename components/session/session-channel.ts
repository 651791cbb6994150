/** Messages between the tabs of one browser about their common session. */
export type SessionMessage = { kind: 'signed-out' } | { kind: 'signed-in'; email: string }

const name = 'counterfoil-session'

export function tellSession(message: SessionMessage): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(message)
  channel.close()
}

/** Returns a function that stops listening. */
export function listenToSession(listener: (message: SessionMessage) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => listener(data))
  return () => channel.close()
}
