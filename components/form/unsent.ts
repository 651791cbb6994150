/** Types of form-level errors that say what did not happen although the input is valid. */
const unsents = ['notCreated', 'notSaved'] as const
export type Unsent = (typeof unsents)[number]

export const unsentOf = (type: unknown): Unsent | undefined => unsents.find((known) => known === type)
