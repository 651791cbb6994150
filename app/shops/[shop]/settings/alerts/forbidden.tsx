import { onlyOwners } from '@/lib/pages/only-owners'

export default onlyOwners('alerts')
