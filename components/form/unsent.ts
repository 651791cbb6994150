/** What did not happen, where nothing is wrong with what was typed: the type of an error of the form as a whole. */
const unsents = ['notCreated', 'notSaved'] as const
export type Unsent = (typeof unsents)[number]

export const unsentOf = (type: unknown): Unsent | undefined => unsents.find((known) => known === type)
