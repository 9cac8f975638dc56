-- Local only: something to look at on a fresh start. The hosted project starts empty.
insert into public.careers (title, location, type, description, requirements, created_at) values
  ('Residential Cleaner', 'Paisley', 'Full-time',
    'Clean regular homes in and around Paisley, with the same customers each week.' || chr(10)
      || '£13.80 an hour. 30 to 37 hours a week, Monday to Friday between 8am and 5pm.',
    array['Experience in domestic cleaning', 'Careful with people''s belongings', 'Full driving licence'],
    now() - interval '2 days'),
  ('Commercial Cleaner (Evenings)', 'Glasgow City Centre', 'Part-time',
    'Clean offices after working hours as one of a team of three.' || chr(10)
      || '£14.20 an hour. 15 hours a week, Monday to Friday from 5pm to 8pm.',
    array['Reliable in the evenings', 'Able to work in a team'],
    now() - interval '5 days'),
  ('Deep Cleaning Team Leader', 'Renfrewshire', 'Full-time',
    'Lead a team of four on deep cleans and end-of-tenancy work, from the risk assessment to the final walk-through.' || chr(10)
      || '£29,500 a year. 37 hours a week, with one Saturday in four.',
    array['Two years in professional cleaning', 'Experience in leading a team', 'Knowledge of COSHH', 'Full driving licence'],
    now() - interval '9 days'),
  ('Window Cleaner', 'Glasgow and Paisley', 'Contract',
    'Clean windows of homes, shops and low-rise offices with a pure-water pole system.',
    array['Comfortable with working outdoors'],
    now() - interval '16 days'),
  ('Weekend Cleaner', 'Paisley', 'Casual', 'Help with event clean-ups and move-outs. Training is given.' || chr(10)
      || '£14.20 an hour, on the Saturdays and Sundays that suit you.',
    null,
    now() - interval '23 days');

insert into public.testimonials (name, role, rating, quote, created_at) values
  ('Catriona M.', 'Homeowner, Paisley', 5, 'The house was spotless, from the skirting boards to the light switches. Even the inside of the oven door.', now() - interval '1 day'),
  ('Tom Adeyemi', 'Office manager', 5, 'Our office is ready every morning, and nobody has to think about it. They noticed a dripping tap before we did.', now() - interval '4 days'),
  ('Isla and Ross', 'Tenants, Renfrew', 4, 'A thorough move-out clean. They came twenty minutes late, but rang first, and we got the whole deposit back.', now() - interval '8 days'),
  ('Margaret K.', null, 5, 'Friendly, on time and careful with everything they touched. My mother looks forward to Thursdays now.', now() - interval '13 days'),
  ('Daniel Petrie', 'Homeowner, Johnstone', 5, 'The kitchen had not looked like this since the day it was fitted.', now() - interval '19 days'),
  ('Farah S.', 'Homeowner, Barrhead', 4, 'After the builders had left, they made the dust disappear in one day. The windows needed a second visit, at no charge.', now() - interval '26 days'),
  ('Neil Cathcart', null, 5, 'No harsh smells: they used the eco-friendly products we asked for, and brought their own cloths.', now() - interval '34 days'),
  ('Kirsty W.', 'Events organiser', 5, 'The hall was back to normal an hour after the wedding party. You would not have known there had been a ceilidh.', now() - interval '43 days');
