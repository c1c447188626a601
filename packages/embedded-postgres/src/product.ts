/** The product that embeds the database: names on the machine, and names in messages for the operator. */
export interface Product {
  /** In lower case, for files, folders and the account of the operating system. */
  name: string
  /** In messages. */
  title: string
  /** Superuser of the cluster, which owns the tables and migrates them. */
  ownerRole: string
  /** Role of the running application: no superuser, owns nothing, reads and writes rows. */
  appRole: string
  database: string
  /** Setting with the data folder, in messages. */
  folderSetting: string
  /** Setting with the address of an external database, in messages. */
  databaseSetting: string
  /** File with the passwords of the roles, in messages. */
  passwordFile: string
}
