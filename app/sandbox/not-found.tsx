import { Link2Off } from 'lucide-react'
import { getTranslator } from '@/lib/i18n/server'
import { Notice } from './notice'

export default function SandboxNotFound() {
  const t = getTranslator('sandbox.states')
  return <Notice icon={<Link2Off size={20} />} title={t('notFound')} text={t('notFoundText')} />
}
