import { ListChecks } from 'lucide-react'
import { UnknownRecord } from '@/components/frame/page-states'

export default function UnknownJob() {
  return <UnknownRecord kind="tasks" icon={ListChecks} />
}
