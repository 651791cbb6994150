import { CreditCard } from 'lucide-react'
import { UnknownRecord } from '../../record-states'

export default function UnknownCardToken() {
  return <UnknownRecord kind="cardTokens" icon={CreditCard} />
}
