import type { JobDetail } from './schema'

/** The failures of a job that stops because its person or API token no longer has the right to do it. */
export const refusals: readonly string[] = ['forbidden', 'factor_needed', 'token_revoked', 'token_expired']

/** Whether a job is an undo that stopped for such a failure. It never runs again. A new undo replaces it. */
export const isGivenUpUndo = ({
  undoes,
  state,
  failure,
}: Pick<JobDetail, 'undoes' | 'state' | 'failure'>): boolean =>
  undoes !== null && state === 'failed' && failure !== null && refusals.includes(failure)
