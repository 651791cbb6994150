import 'server-only'

/**
 * How long a task is worked at in one go, in milliseconds: shorter than what a stopping process waits for its jobs,
 * and short enough for the tasks of several shops to take turns.
 */
export const sliceMs = 3_000
