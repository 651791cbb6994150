'use client'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { templateOptions } from '@/lib/checkouts/client'
import type { PageDefaults } from '@/lib/core/page-defaults'
import type { OwnAddresses } from '@/lib/checkouts/own-addresses'
import type { CheckoutValues } from '../values'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const SaveDialog = dynamic(lazyWithMessages(() => import('./save-template-dialog')))
const ManageDialog = dynamic(lazyWithMessages(() => import('./manage-templates-dialog')))
const loadMenu = lazyWithMessages(() => import('./template-menu'))

interface TemplatesProps {
  shop: string
  initial: readonly CheckoutTemplate[]
  addresses: OwnAddresses
  pageDefaults: PageDefaults
  readValues: () => CheckoutValues
  onApply: (template: CheckoutTemplate) => void
}

/** Returns the menu of templates and its dialogs. Draw these outside the form, so that their events do not reach it. */
export function useTemplates(props: TemplatesProps) {
  const { shop, initial, addresses, pageDefaults, readValues, onApply } = props
  const t = useTranslations('checkoutTemplates')
  const mayWrite = useMay('checkouts.templates')
  const { data } = useQuery({ ...templateOptions(shop), initialData: { items: [...initial] } })
  const [saved, setSaved] = useState<CheckoutValues | null>(null)
  const [isManaging, setIsManaging] = useState(false)
  const templates = data.items
  return {
    button: (
      <LazyMenu
        load={loadMenu}
        menu={{
          templates,
          mayWrite,
          onApply,
          onSave: () => setSaved(readValues()),
          onManage: () => setIsManaging(true),
        }}
        className={buttonClass()}
      >
        <LayoutTemplate aria-hidden size={15} />
        {t('from')}
      </LazyMenu>
    ),
    dialogs: (
      <>
        {saved && (
          <SaveDialog
            shop={shop}
            values={saved}
            templates={templates}
            addresses={addresses}
            pageDefaults={pageDefaults}
            onClose={() => setSaved(null)}
          />
        )}
        {isManaging && (
          <ManageDialog shop={shop} templates={templates} onClose={() => setIsManaging(false)} />
        )}
      </>
    ),
  }
}
