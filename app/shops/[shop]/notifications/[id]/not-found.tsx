import { SearchX } from 'lucide-react'
import { UnknownRecord } from '@/components/frame/page-states'

export default function UnknownNotification() {
  return <UnknownRecord kind="notifications" icon={SearchX} />
}
