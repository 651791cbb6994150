import { Check } from 'lucide-react'
import { PageHeader } from '@/components/frame/page-header'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { Badge } from '@/components/ui/text/badge'
import { getTranslator } from '@/lib/core/i18n/server'
import {
  allowanceFor,
  may,
  mayInShop,
  permissions,
  roles,
  type Permission,
  type Role,
} from '@/lib/core/permissions'

type AreaOf<Key> = Key extends `${infer Start}.${string}` ? Start : never
type Area = AreaOf<Permission>

const areaOf = (permission: Permission) => permission.split('.')[0] as Area
const areas = [...new Set(permissions.map(areaOf))]

/** Who may do what, and why: the permission table in plain words. `own`: the reader's role. */
export function RolesPage({ own }: { own: Role }) {
  const t = getTranslator('people')
  const roleName = getTranslator('auth.role')
  return (
    <>
      <PageHeader title={t('roles.title')} />
      <p className="mb-4 max-w-prose text-md text-muted">{t('roles.text')}</p>
      <Card className="mb-4">
        {roles.map((role) => (
          <Section
            key={role}
            title={roleName(role)}
            actions={role === own && <Badge tone="ok">{t('roles.you')}</Badge>}
          >
            <p className="max-w-prose text-md">{t(`mayDo.${role}`)}</p>
          </Section>
        ))}
      </Card>
      <Card>
        {areas.map((area) => (
          <Section key={area} title={t(`roles.areas.${area}`)}>
            <p className="mb-2 max-w-prose text-md text-muted">{t(`roles.why.${area}`)}</p>
            <AreaTable area={area} own={own} />
          </Section>
        ))}
      </Card>
      <p className="mt-3 max-w-prose text-sm text-muted">
        {t('roles.allowedText')} {t('roles.shopAllowsText')}
      </p>
    </>
  )
}

function AreaTable({ area, own }: { area: Area; own: Role }) {
  const t = getTranslator('people')
  const roleName = getTranslator('auth.role')
  return (
    <div className="relative overflow-x-auto" tabIndex={0} role="group" aria-label={t(`roles.areas.${area}`)}>
      <table className="w-full min-w-[26rem] table-fixed text-md">
        <thead>
          <tr className="border-b text-sm text-muted">
            <th scope="col" className="w-1/3 py-1.5 pe-3 text-start font-medium">
              {t('roles.column')}
            </th>
            {roles.map((role) => (
              <th
                key={role}
                scope="col"
                className={cx('px-1.5 py-1.5 text-start font-medium', role === own && 'text-text')}
              >
                {roleName(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions
            .filter((permission) => areaOf(permission) === area)
            .map((permission) => (
              <tr key={permission} className="border-b align-top last:border-b-0">
                <th scope="row" className="py-2 pe-3 text-start font-normal">
                  {t(`roles.may.${permission}`)}
                </th>
                {roles.map((role) => (
                  <td key={role} className="px-1.5 py-2">
                    <Cell permission={permission} role={role} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a role has a permission: always, if the shop allows it, or if a person is allowed it. */
function Cell({ permission, role }: { permission: Permission; role: Role }) {
  const t = getTranslator('people.roles')
  if (may({ role }, permission))
    return (
      <span className="text-ok">
        <Check aria-hidden size={16} />
        <span className="sr-only">{t('yes')}</span>
      </span>
    )
  const isByShop = mayInShop({ hasSupportCheckouts: true }, { role }, permission)
  if (isByShop) return <span className="text-sm">{t('shopAllows')}</span>
  if (allowanceFor(permission)) return <span className="text-sm text-muted">{t('ifAllowed')}</span>
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('no')}</span>
    </span>
  )
}
