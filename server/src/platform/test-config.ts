import type { Config } from './config.ts'

/** The settings of an installation under test; its database is `url`. */
export function testConfig(url: string, settings: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost',
    dataDir: '/nowhere',
    demo: false,
    demoSize: 0,
    database: { kind: 'external', url },
    databaseRestartSeconds: 300,
    tokenSecret: 'a-secret-for-tests-0123456789-abcdefghijkl',
    fieldSecret: 'a-field-secret-for-tests-0123456789-abcdef',
    fieldSecretsEarlier: [],
    auditSecret: 'an-audit-secret-for-tests-0123456789-abcde',
    secondFactor: 'optional',
    passwordPolicy: 'default',
    org: null,
    trustedProxies: [],
    corsOrigins: [],
    mail: null,
    sms: null,
    handOffs: {
      marketplace: {
        url: 'https://exchange.test/redirect',
        secret: 'a-marketplace-secret-for-tests-0123456789',
        returns: true,
      },
      ede: { url: 'https://ede.test/app', secret: 'an-ede-secret-for-tests-0123456789-abcdefg', returns: false },
      telephony: {
        url: 'https://phone.test/app',
        secret: 'a-phone-secret-for-tests-0123456789-abcdef',
        returns: false,
      },
      marketing: {
        url: 'https://conversations.test/app',
        secret: 'a-conversations-secret-for-tests-0123456789',
        returns: false,
      },
    },
    exchange: null,
    inactivitySeconds: 900,
    inactivityLongHost: 'long.example.test',
    retentionPeopleYears: 2,
    retentionEnrollmentYears: 10,
    retentionNotificationDays: 90,
    mailInboundSecret: null,
    brandsFile: undefined,
    backupSecret: 'a-backup-secret-for-tests-0123456789-abcde',
    backupDir: '/nowhere/backups',
    backupKeep: 7,
    backupEveryHours: null,
    serverName: 'test-server',
    logLevel: 'silent',
    ...settings,
  }
}
