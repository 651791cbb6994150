import 'server-only'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id (algorithm 2) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** Whether the password is right. Without a hash (nobody has that e-mail) it takes as long and says no. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password)
  return matches && stored !== null
}

const nobody = hashPassword('nobody has this password')
