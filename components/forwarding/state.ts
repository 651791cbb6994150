import type { Tone } from '@/components/ui/text/badge'
import type { EndpointState, MessageState } from '@/lib/forwarding/state'

export const endpointTones: Record<EndpointState, Tone> = {
  new: 'neutral',
  healthy: 'ok',
  failing: 'warn',
  disabled: 'bad',
}

export const messageTones: Record<MessageState, Tone> = {
  waiting: 'info',
  delivered: 'ok',
  given_up: 'bad',
  cancelled: 'neutral',
}
