import { TextInput } from '@mantine/core'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { useInstallation } from '../user-choices.ts'

/** ORG of a user: typed, or the installation's own, which cannot be changed (USER-01, A-043). */
export function OrgField() {
  const { oneOrg, org } = useInstallation()
  if (!oneOrg) return <TextField<{ org: string }> name="org" label="ORG" optional maxLength={100} />
  return org === null ? null : <TextInput label="ORG" value={org} readOnly description="All users here belong to it." />
}
