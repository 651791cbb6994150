/** Choices of a checkout's fields. Apart from the schema, so that forms and filters do not load zod. */

export const checkoutTypes = ['authorization', 'payment', 'tokenization', 'charge'] as const

/** What a card token is for. The interface's `additional_data` (request) explains the values. */
export const tokenContracts = ['recurring', 'oneclick', 'credit'] as const

/** The contracts of a tokenization, and occasional charges of a saved card. */
export const checkoutContracts = [...tokenContracts, 'card_on_file'] as const

/** The party that charges a saved card. Default `merchant`. */
export const cardOnFileInitiators = ['merchant', 'customer'] as const

/** Why a merchant charges a saved card; default `delayed_charge`. Only used if the initiator is `merchant`. */
export const cardOnFileTypes = [
  'delayed_charge',
  'increment',
  'resubmission',
  'reauthorization',
  'no_show',
] as const
