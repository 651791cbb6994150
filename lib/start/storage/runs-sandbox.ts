import 'server-only'
import { eq } from 'drizzle-orm'
import type { Config } from '../../core/server/config/config'
import { installation } from '../../core/server/tables/installation'
import type { Database } from '../../db/database'

/** Whether this start runs the sandbox: by the environment, else by an administrator's choice, else by default. */
export async function runsSandbox(
  db: Database,
  { isSandboxGivenOn, isSandboxUsuallyOn }: Pick<Config, 'isSandboxGivenOn' | 'isSandboxUsuallyOn'>,
): Promise<boolean> {
  if (isSandboxGivenOn !== null) return isSandboxGivenOn
  const [row] = await db
    .select({ hasSandbox: installation.hasSandbox })
    .from(installation)
    .where(eq(installation.id, 1))
  return row?.hasSandbox ?? isSandboxUsuallyOn
}
