/** Types of form-level errors that say what did not happen although the input is valid. */
const formErrorTypes = ['notCreated', 'notSaved'] as const
export type FormErrorType = (typeof formErrorTypes)[number]

export const formErrorTypeOf = (type: unknown): FormErrorType | undefined =>
  formErrorTypes.find((known) => known === type)
