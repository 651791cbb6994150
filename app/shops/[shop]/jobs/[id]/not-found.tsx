import { ListChecks } from 'lucide-react'
import { UnknownRecord } from '@/lib/pages/record-states'

export default function UnknownJob() {
  return <UnknownRecord kind="jobs" icon={ListChecks} />
}
