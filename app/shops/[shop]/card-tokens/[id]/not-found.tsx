import { CreditCard } from 'lucide-react'
import { UnknownRecord } from '@/components/frame/page-states'

export default function UnknownCardToken() {
  return <UnknownRecord kind="cardTokens" icon={CreditCard} />
}
