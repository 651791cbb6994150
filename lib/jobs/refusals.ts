import type { JobDetail } from './schema'

/** The failures of a job whose person or API token may not go on. Nobody else can continue it in their name. */
export const refusals: readonly string[] = ['forbidden', 'factor_needed', 'token_revoked', 'token_expired']

/** Whether a job is an undo whose person may not go on. It never runs again: another undo takes its place. */
export const isGivenUpUndo = ({
  undoes,
  state,
  failure,
}: Pick<JobDetail, 'undoes' | 'state' | 'failure'>): boolean =>
  undoes !== null && state === 'failed' && failure !== null && refusals.includes(failure)
