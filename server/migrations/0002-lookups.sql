create table carriers (
  id bigint generated always as identity primary key,
  name text not null,
  -- HIOS issuer ids are per state; kept here is the agency's own short code, used in exports.
  code text not null,
  portal_url text,
  active boolean not null default true
);
create unique index carriers_name_taken on carriers (lower(name));

create table countries (id int primary key, code text not null unique, name text not null);

create table states (
  id int primary key,
  country_id int not null references countries,
  code text not null unique,
  name text not null
);

create table counties (
  id int generated always as identity primary key,
  fips text not null unique,
  state_id int not null references states,
  name text not null
);
create index counties_state_name on counties (state_id, name);

create table cities (
  id int generated always as identity primary key,
  state_id int not null references states,
  name text not null,
  unique (state_id, name)
);

create table zip_codes (
  zip text not null,
  city_id int not null references cities,
  county_id int not null references counties,
  primary key (zip, city_id, county_id)
);
create index zip_codes_county on zip_codes (county_id);
create index zip_codes_city on zip_codes (city_id);

-- Status lists (A-059), purposes and the generic lists (A-069): list → id → name.
create table lookup_values (
  list text not null,
  id int not null,
  name text not null,
  position smallint not null,
  primary key (list, id)
);

insert into countries (id, code, name) values (1, 'US', 'United States');

insert into states (id, country_id, code, name) values
  (1, 1, 'AL', 'Alabama'), (2, 1, 'AK', 'Alaska'), (4, 1, 'AZ', 'Arizona'), (5, 1, 'AR', 'Arkansas'),
  (6, 1, 'CA', 'California'), (8, 1, 'CO', 'Colorado'), (9, 1, 'CT', 'Connecticut'), (10, 1, 'DE', 'Delaware'),
  (11, 1, 'DC', 'District of Columbia'), (12, 1, 'FL', 'Florida'), (13, 1, 'GA', 'Georgia'), (15, 1, 'HI', 'Hawaii'),
  (16, 1, 'ID', 'Idaho'), (17, 1, 'IL', 'Illinois'), (18, 1, 'IN', 'Indiana'), (19, 1, 'IA', 'Iowa'),
  (20, 1, 'KS', 'Kansas'), (21, 1, 'KY', 'Kentucky'), (22, 1, 'LA', 'Louisiana'), (23, 1, 'ME', 'Maine'),
  (24, 1, 'MD', 'Maryland'), (25, 1, 'MA', 'Massachusetts'), (26, 1, 'MI', 'Michigan'), (27, 1, 'MN', 'Minnesota'),
  (28, 1, 'MS', 'Mississippi'), (29, 1, 'MO', 'Missouri'), (30, 1, 'MT', 'Montana'), (31, 1, 'NE', 'Nebraska'),
  (32, 1, 'NV', 'Nevada'), (33, 1, 'NH', 'New Hampshire'), (34, 1, 'NJ', 'New Jersey'), (35, 1, 'NM', 'New Mexico'),
  (36, 1, 'NY', 'New York'), (37, 1, 'NC', 'North Carolina'), (38, 1, 'ND', 'North Dakota'), (39, 1, 'OH', 'Ohio'),
  (40, 1, 'OK', 'Oklahoma'), (41, 1, 'OR', 'Oregon'), (42, 1, 'PA', 'Pennsylvania'), (44, 1, 'RI', 'Rhode Island'),
  (45, 1, 'SC', 'South Carolina'), (46, 1, 'SD', 'South Dakota'), (47, 1, 'TN', 'Tennessee'), (48, 1, 'TX', 'Texas'),
  (49, 1, 'UT', 'Utah'), (50, 1, 'VT', 'Vermont'), (51, 1, 'VA', 'Virginia'), (53, 1, 'WA', 'Washington'),
  (54, 1, 'WV', 'West Virginia'), (55, 1, 'WI', 'Wisconsin'), (56, 1, 'WY', 'Wyoming');

insert into lookup_values (list, id, name, position)
select list, n, name, n
from (values
  ('status.policy', array['Active', 'Pending', 'Terminated', 'Cancelled']),
  ('status.agent', array['Active', 'Inactive', 'Suspended']),
  ('status.customer', array['New', 'Contacted', 'Active', 'Inactive', 'Do Not Contact']),
  ('status.nonpaid', array['Pending', 'Contacted', 'Promised to Pay', 'Paid', 'Not Reachable', 'Cancelled']),
  ('status.lost', array['Pending', 'Contacted', 'Recovered', 'Moved to Another Agent', 'Not Interested', 'Not Reachable']),
  ('status.pto', array['Requested', 'Approved', 'Denied', 'Cancelled']),
  ('status.application', array['New', 'Assigned', 'Submitted', 'Void']),
  ('status.lead', array['No Answer', 'Left Voicemail', 'Call Back', 'Interested', 'Not Interested', 'Wrong Number', 'Do Not Call', 'Enrolled']),
  ('purpose', array['Home', 'Work', 'Mobile', 'Mailing', 'Billing']),
  ('generic.1', array['Agent', 'Agency', 'Broker', 'Employee']),
  ('generic.2', array['Main Office', 'Miami', 'Orlando']),
  ('generic.3', array['English', 'Spanish']),
  ('generic.4', array['Referral', 'Website', 'Walk-in', 'Phone', 'Social media', 'Event']),
  ('generic.5', array['Commission', 'Override', 'Bonus', 'Adjustment']),
  ('generic.6', array['Open', 'Processed', 'Paid']),
  ('generic.7', array['Standard', 'Carrier']),
  ('generic.8', array['Agent', 'Employee', 'Customer', 'Consumer'])
) as lists (list, names), unnest(names) with ordinality as entry (name, n);
