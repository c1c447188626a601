import type { Product } from '@coverdesk/embedded-postgres/product.ts'

/** Coverdesk as the embedded database knows it: names of roles, files and settings. */
export const databaseProduct: Product = {
  name: 'coverdesk',
  title: 'Coverdesk',
  ownerRole: 'coverdesk_owner',
  appRole: 'coverdesk_app',
  database: 'coverdesk',
  folderSetting: 'DATA_DIR',
  databaseSetting: 'DATABASE_URL',
  passwordFile: 'secrets.json',
}
