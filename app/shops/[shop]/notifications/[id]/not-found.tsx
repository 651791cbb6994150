import { SearchX } from 'lucide-react'
import { UnknownRecord } from '@/lib/pages/record-states'

export default function UnknownNotification() {
  return <UnknownRecord kind="notifications" icon={SearchX} />
}
