-- Role templates: named sets of rights from which a new user starts (docs/decisions/152-role-templates.md). They are the
-- agency's own data; a change of a template changes no user.
create table role_templates (
  id bigint generated always as identity primary key,
  name text not null constraint role_templates_name_length check (length(name) between 1 and 60),
  roles text[] not null default '{}'
    constraint role_templates_roles_known check (roles <@ '{customer,agent,administrator,securityadmin,consumer}'::text[]),
  claims text[] not null default '{}',
  has_full_agent_access boolean not null default false,
  version int not null default 1
);
create unique index role_templates_name_taken on role_templates (lower(name));
create index role_templates_name on role_templates (plain_text(name) collate "C", id);
insert into list_versions (list) values ('role_templates');
create trigger role_templates_touch after insert or update or delete or truncate on role_templates
  for each statement execute function note_list_touch('role_templates');

insert into role_templates (name, roles, claims, has_full_agent_access) values
  ('Agent', '{agent}',
   '{view.customer,view.Lead,view.Policy,view.Application,view.PTO,view.Statement,view.AgentPayment,view.OfflineApp,view.marketplace}',
   false),
  ('Agency administrator', '{agent,administrator}',
   '{view.customer,view.Lead,view.Policy,view.Application,view.PTO,view.Statement,view.AgentPayment,view.CommissionTracking,view.OfflineApp,view.AgentRate,view.Log,view.AuditLog,view.UploadFile,view.Report,view.marketing,view.marketplace,admin.customer,admin.Lead,admin.Policy,admin.Application,admin.PTO,admin.Statement,admin.AgentPayment,admin.CommissionTracking,admin.OfflineApp,admin.AgentRate,admin.UploadFile,admin.marketing,load.application}',
   true),
  ('Office', '{agent}',
   '{view.customer,view.Lead,view.Policy,view.Application,view.PTO,view.OfflineApp,view.marketing,view.marketplace,admin.customer,admin.OfflineApp,load.application}',
   true),
  ('Security', '{agent,securityadmin}', '{}', false);
