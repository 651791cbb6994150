/** Posts notifications over keep-alive connections: returns how many were acknowledged, and how fast. */
import { Agent, request } from 'node:http'
import { payment } from '../../drills/kit/load.mjs'

export type Target = { origin: string; path: string; authorization: string }
export type Taken = { rate: number; sorted: number[] }

/** Distinct bodies made before each run, so that making them is not measured. */
const prepared = 4_000

/** Posts for `seconds`. @throws if any answer is not 200. */
export async function postFor(target: Target, connections: number, seconds: number): Promise<Taken> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const bodies = Array.from({ length: prepared }, () => payment().body)
  const sorted: number[] = []
  const since = performance.now()
  const until = since + seconds * 1000
  const work = async () => {
    while (performance.now() < until) {
      const body = bodies.pop() ?? payment().body
      const begun = performance.now()
      const status = await post(agent, target, body)
      if (status !== 200) throw new Error(`answered ${status}`)
      sorted.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const rate = sorted.length / ((performance.now() - since) / 1000)
  agent.destroy()
  return { rate, sorted: sorted.sort((a, b) => a - b) }
}

export const post = (agent: Agent, { origin, path, authorization }: Target, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(`${origin}${path}`, { agent, method: 'POST', headers }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
