-- The records of a day in the office, for `npm run sample-day`: the seed has the positions and eight reviews.
begin;

create temp table people as
select i, first_name || ' ' || last_name as name, lower(first_name || '.' || last_name) || '@example.com' as email,
  '07700 900' || lpad((i * 37 % 1000)::text, 3, '0') as phone
from generate_series(1, 100) as i,
  lateral (select (array['Ailsa', 'Callum', 'Fatima', 'Morag', 'Priya', 'Iain', 'Zofia', 'Ross', 'Grace', 'Hamish', 'Eilidh', 'Tomasz'])
    [1 + i % 12] as first_name) as first_names,
  lateral (select (array['Craig', 'Petrie', 'Ahmed', 'Stewart', 'Patel', 'MacLeod', 'Nowak', 'Cathcart', 'Okafor', 'Wallace', 'Reid'])
    [1 + i % 11] as last_name) as last_names;

-- Nine jobs today, six tomorrow, twenty in the days after, twenty-five in the past.
create temp table jobs as
select i, gen_random_uuid() as id, private.london_today() + case
  when i <= 9 then 0 when i <= 15 then 1 when i <= 35 then 2 + i % 11 else -1 - i % 13 end as day,
  (array['morning', 'afternoon', 'evening'])[1 + i % 3] as slot
from generate_series(1, 60) as i;

insert into public.bookings (id, name, phone, email, address, service_type, service, size, frequency, preferred_date, preferred_time, notes, created_at)
select id, name, phone, email,
  case when i % 4 = 0 then 'Flat 2/' || i % 3 + 1 || chr(10) else '' end || 3 + i * 7 % 160 || ' '
    || (array['Gauze Street', 'Love Street', 'Maxwellton Road', 'Causeyside Street', 'Neilston Road', 'Glasgow Road'])[1 + i % 6]
    || chr(10) || (array['Paisley PA1 1EP', 'Paisley PA2 6DA', 'Johnstone PA5 8EG', 'Renfrew PA4 8QR', 'Glasgow G52 3NQ'])[1 + i % 5],
  (array['residential', 'commercial', 'deep', 'move', 'specialized'])[1 + i % 5],
  case when i % 3 > 0 then (array['regular', 'office', 'deep', 'move', 'event'])[1 + i % 5] end,
  case when i % 3 > 0 then (array['3-bedrooms', '4-hours', '2-bedrooms', '2-bedrooms', null])[1 + i % 5] end,
  case when i % 4 > 0 then (array['fortnightly', 'weekly', 'once', 'once', 'once'])[1 + i % 5] end,
  day, slot,
  (array[
    null,
    'The key is in the box beside the door, code 2580. Please leave it there again.',
    'There is a dog, friendly.',
    'One bathroom. The cooker needs most of the time. Park in the lane behind the house, the street is full until ten.',
    null
  ])[1 + i % 5],
  least(now() - i * interval '3 hours', day - interval '4 days')
from people join jobs using (i);

-- Most are answered; five past ones and a third of the coming ones are not.
do $$
declare
  job record;
  kinds text[];
  step text;
begin
  for job in select * from jobs order by i loop
    kinds := case
      when job.i in (8, 9, 36, 37, 38, 39, 40) or job.i between 10 and 35 and job.i % 3 = 0 then '{}'
      when job.i in (29, 31) then '{confirmed,cancelled}'
      when job.i > 45 then '{confirmed,completed}'
      else '{confirmed}'
    end;
    foreach step in array kinds loop
      perform private.add_event(
        (select b from public.bookings b where b.id = job.id),
        jsonb_populate_record(null::public.booking_events, jsonb_build_object(
          'id', gen_random_uuid(), 'booking_id', job.id, 'kind', step,
          'actor', case step when 'cancelled' then 'customer' else 'office' end,
          'day', case step when 'confirmed' then job.day end,
          'time_slot', case step when 'confirmed' then job.slot end
        )),
        step
      );
    end loop;
  end loop;
end $$;

-- Regular customers: those of a standing booking who asked for it. One skipped the next visit, one asks for another day.
do $$
declare
  first record;
  visit public.bookings;
  event public.booking_events;
begin
  for first in
    select b, case b.frequency when 'weekly' then 1 else 2 end as every, row_number() over (order by b.id) as n
    from public.bookings b where b.frequency in ('weekly', 'fortnightly') and b.status in ('confirmed', 'completed')
  loop
    event := jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', gen_random_uuid(), 'booking_id', (first.b).id, 'kind', 'repeated', 'actor', 'office', 'every', first.every,
      'day', greatest((first.b).preferred_date, private.london_today()) + case when (first.b).status = 'completed' then first.n::int % 7 else 0 end,
      'time_slot', (first.b).preferred_time, 'price_pence', 5500 + first.n * 550, 'price_per', 'visit'
    ));
    perform private.add_event(first.b, event, (first.b).status);
    perform private.apply_to_series(event);
    perform private.add_setting((select b from public.bookings b where b.id = (first.b).id), gen_random_uuid(),
      'instructions', to_jsonb('Begin upstairs. The hoover is in the cupboard below the stairs.'::text), true, null);
    select * into visit from public.bookings
      where series = (first.b).id and preferred_date > private.london_today() order by preferred_date limit 1;
    if first.n <= 2 then
      perform private.add_event(visit, jsonb_populate_record(null::public.booking_events, case first.n
        when 1 then jsonb_build_object('kind', 'cancelled')
        else jsonb_build_object('kind', 'asked', 'day', visit.preferred_date + 1, 'time_slot', 'evening')
      end || jsonb_build_object('id', gen_random_uuid(), 'booking_id', visit.id, 'actor', 'customer')),
        case first.n when 1 then 'cancelled' else 'confirmed' end);
    end if;
  end loop;
end $$;

-- The team. Most jobs of the next days are given to it, and the series with their visits. Nobody could get into one job of today; two
-- were done, one with photographs.
insert into public.crew (name, phone) values
  ('Ann Baker', '07700 900201'), ('Ben Rae', '07700 900202'), ('Catriona Boyd', null), ('Dawid Nowak', '07700 900204'), ('Elspeth', null);

do $$
declare
  booking public.bookings;
  team uuid[] := array(select id from public.crew order by name);
  place int := 0;
  is_series boolean;
  report jsonb;
begin
  for booking in
    select * from public.bookings where status = 'confirmed' and series is null
      and (preferred_date between private.london_today() and private.london_today() + 6
        or exists (select from public.booking_events e where e.booking_id = bookings.id and e.kind = 'repeated'))
      order by preferred_date < private.london_today(), preferred_date, preferred_time desc, id
  loop
    place := place + 1;
    is_series := exists (select from public.booking_events e where e.booking_id = booking.id and e.kind = 'repeated');
    if place % 5 > 0 then
      booking := private.add_setting(booking, gen_random_uuid(), 'crew',
        to_jsonb(array[team[1 + place % 5]]
          || case when place % 3 = 0 then array[team[1 + (place + 2) % 5]] else '{}' end),
        is_series, null);
    end if;
    if place in (1, 4) then
      booking := private.add_setting(booking, gen_random_uuid(), 'access',
        to_jsonb('Key safe left of the door, code 4711. Alarm 0852, within thirty seconds.'::text), is_series, null);
    end if;
    report := case place
      when 1 then '{"kind": "done", "by": 2, "pictures": 2, "hours": 3,
        "message": "The tap in the kitchen drips. Two photos of it."}'
      when 2 then '{"kind": "done", "by": 3, "pictures": 0, "hours": 2}'
      when 3 then '{"kind": "locked-out", "by": 4, "pictures": 0, "hours": 1,
        "message": "Nobody answers the bell, and the key safe is empty."}'
    end;
    if report is not null then
      perform private.add_report(booking, gen_random_uuid(), team[(report ->> 'by')::int], report ->> 'kind',
        report ->> 'message', (report ->> 'pictures')::int, now() - (report ->> 'hours')::int * interval '1 hour');
    end if;
  end loop;
end $$;

insert into public.contact_messages (name, email, subject, message, created_at)
select name, email,
  (array['A regular clean', 'Do you clean carpets?', 'Invoice for October', 'Change of address', 'Thank you', 'Office of six rooms'])[1 + i % 6],
  (array[
    'Could you come every second Tuesday? The house has three bedrooms, and we are out until five.',
    'Two stair carpets and a rug, about nine square metres. What would it cost, and how long does it take to dry?',
    'Could you send me the invoice for October once more, please? I cannot find it.',
    'We move on the first of the month. Please come to the new address from then on.',
    'The kitchen has never looked like this. Please tell the team.',
    'We look for somebody for our office, Monday to Friday after six. Could you look at it this week?'
  ])[1 + i % 6],
  now() - (i - 54) * interval '5 hours'
from people where i between 55 and 96;

-- For each stored resume.
insert into public.job_applications (id, career_id, name, phone, email, cover_letter, resume_path, resume_url, created_at)
select split_part(resume, '.', 1)::uuid, (select c.id from public.careers c order by c.created_at desc offset i % 5 limit 1), name, phone, email,
  case when i % 2 = 0 then 'I have cleaned offices for three years, I live in Paisley, and I can start at once.' end,
  resume, resume, now() - (i - 75) * interval '9 hours'
from people join (
  select 75 + row_number() over (order by name) as i, name as resume from storage.objects where bucket_id = 'resumes'
) as resumes using (i);

insert into public.testimonials (name, role, rating, quote, created_at)
select name, case when i % 2 = 0 then 'Homeowner, Paisley' end, 4 + i % 2,
  (array[
    'They came on time, and the flat smelled of nothing but clean.',
    'Careful with the piano, thorough behind it. We have booked again.',
    'One call, one visit, and the keys went back to the landlord the same day.'
  ])[1 + i % 3],
  now() - i * interval '6 days'
from people where i <= 12;

-- The office has read its mails.
update public.alerts set state = 'sent', attempts = 1, sent_at = created_at where state = 'pending';

drop table people, jobs;
commit;
