import { beforeAll, describe, expect, test } from 'vitest';
import { EVERY_FACT } from '../support/every-fact.ts';
import { COMPANY as OWN } from '../../src/site/content/company.ts';
import { elementsIn, targetsOf, textOf, textsIn } from './support/markup.ts';
import { renderSite } from './support/render-site.ts';

const COMPANY = { ...OWN, ...EVERY_FACT };

const HEADINGS = {
  '/': 'Professional Cleaning Excellence Delivered',
  '/about': 'About Us',
  '/services': 'Our Services',
  '/booking': 'Book a Service',
  '/gallery': 'Our Work',
  '/testimonials': 'What Our Clients Say',
  '/careers': 'Join Our Team',
  '/contact': 'Get In Touch',
};

let pages: Record<string, string> = {};
beforeAll(async () => {
  const site = await renderSite(EVERY_FACT);
  pages = Object.fromEntries(
    await Promise.all(site.paths.map(async (path) => [path, await site.render(path)] as const)),
  );
});

const partOf = (path: string, tag: string) => elementsIn(pages[path] ?? '', tag)[0]?.inner ?? '';
const mainOf = (path: string) => partOf(path, 'main');

test('each address shows its own page', () => {
  for (const [path, heading] of Object.entries(HEADINGS))
    expect(textsIn(mainOf(path), 'h1'), path).toEqual([heading]);
});

test('each page has a title and a description of its own; the home page’s name the place and are the company’s', () => {
  const titleOf = (path: string) => textsIn(pages[path] ?? '', 'title').slice(0, 1);
  const descriptionOf = (path: string) =>
    /<meta name="description" content="([^"]*)"/.exec(pages[path] ?? '')?.[1];
  expect(titleOf('/')).toEqual([`Home and office cleaning in ${COMPANY.region} | ${COMPANY.name}`]);
  expect(titleOf('/about')).toEqual([`About | ${COMPANY.name}`]);
  expect(descriptionOf('/')).toBe(COMPANY.description);

  const paths = Object.keys(pages);
  for (const path of paths) expect(descriptionOf(path), path).toMatch(/\w/);
  expect(new Set(paths.flatMap(titleOf)).size).toBe(paths.length);
  expect(new Set(paths.map(descriptionOf)).size).toBe(paths.length);
});

test('the gallery and the testimonials end with the way to a booking', () => {
  for (const path of ['/gallery', '/testimonials']) {
    const last = elementsIn(mainOf(path), 'a').at(-1);
    expect([last?.attributes['href'], textOf(last?.inner ?? '')]).toEqual([
      '/booking',
      'Book a Service',
    ]);
    expect(mainOf(path).lastIndexOf('<button')).toBeLessThan(mainOf(path).lastIndexOf('<a '));
  }
});

test('the services are written in the page itself, and wait for no data', () => {
  for (const service of ['Regular House Cleaning', 'Facility Maintenance', 'Eco-Friendly Cleaning'])
    expect(mainOf('/services')).toContain(service);
});

describe('the home page', () => {
  test('states the company’s promises and leads to a booking and to the services', () => {
    const main = mainOf('/');
    expect(textOf(main)).toContain('Professional, reliable, eco-friendly cleaning');
    for (const [name, target] of [
      ['Book a Service', '/booking'],
      ['Our Services', '/services'],
      ['View All Services', '/services'],
      ['Read More Reviews', '/testimonials'],
      ['Schedule Your Service', '/booking'],
    ] as const)
      expect(targetsOf(main, name), name).toEqual([target]);
    const [, badges = ''] = /aria-label="Why you can trust us"([^]*?)<\/section>/.exec(main) ?? [];
    expect(textsIn(badges, 'li')).toEqual([
      expect.stringMatching(/^Infection Control Procedures/),
      expect.stringMatching(/^Certified Professional Cleaners/),
      expect.stringMatching(/^Full Risk Assessments always carried out/),
      expect.stringMatching(/^Available 24\/7/),
      expect.stringMatching(/^100% Satisfaction Guaranteed/),
    ]);
  });

  test('introduces three kinds of service, each with a picture and four points', () => {
    const cards = elementsIn(mainOf('/'), 'article').map(({ inner }) => inner);
    expect(cards.flatMap((card) => textsIn(card, 'h3'))).toEqual([
      'Residential Cleaning',
      'Commercial Cleaning',
      'Specialized Services',
    ]);
    for (const card of cards) {
      expect(card.match(/<img /g)).toHaveLength(1);
      expect(textsIn(card, 'li')).toHaveLength(4);
    }
  });
});

describe('the about page', () => {
  test('tells the story, the vision, the mission and three values', () => {
    const main = mainOf('/about');
    expect(textsIn(main, 'h2').filter((title) => title.startsWith('Our '))).toEqual([
      'Our Story',
      'Our Vision',
      'Our Mission',
      'Our Values',
    ]);
    expect(textsIn(main, 'h3')).toEqual(['Excellence', 'Customer Care', 'Professionalism']);
  });

  test('gives the four figures of the company', () => {
    const [figures = ''] = elementsIn(mainOf('/about'), 'dl').map(({ inner }) => inner);
    expect(textsIn(figures, 'dd')).toEqual(['10+', '500+', '50+', '10K+']);
    expect(textsIn(figures, 'dt')).toEqual([
      'years of experience',
      'happy clients',
      'team members',
      'cleanings completed',
    ]);
  });
});

describe('the footer', () => {
  test('links the pages, lists the services, and names the company and its address', () => {
    const footer = partOf('/', 'footer');
    expect(textsIn(footer, 'h2')).toContain('Quick Links');
    for (const [name, target] of [
      ['About', '/about'],
      ['Services', '/services'],
      ['Gallery', '/gallery'],
      ['Careers', '/careers'],
      [COMPANY.phone, COMPANY.phoneLink],
      [COMPANY.email, `mailto:${COMPANY.email}`],
    ] as const)
      expect(targetsOf(footer, name), name).toEqual([target]);
    const items = textsIn(footer, 'li');
    for (const item of [
      'Residential Cleaning',
      'Commercial Cleaning',
      'Deep Cleaning',
      'Move In/Out Cleaning',
      'Paisley, Glasgow, Scotland UK',
    ])
      expect(
        items.filter((text) => text.includes(item)),
        item,
      ).toHaveLength(1);
    expect(textOf(footer)).toContain(`A division of ${COMPANY.group}`);
  });

  test('links to the four profiles', () => {
    const footer = partOf('/', 'footer');
    for (const [name, target] of [
      ['Facebook', /^https:\/\/www\.facebook\.com\/./],
      ['Instagram', /^https:\/\/www\.instagram\.com\/./],
      ['TikTok', /^https:\/\/www\.tiktok\.com\/@./],
      ['X', /^https:\/\/x\.com\/./],
    ] as const)
      expect(targetsOf(footer, name), name).toEqual([expect.stringMatching(target)]);
  });
});

test('the contact page shows the address and the hours, and links phone, email and profiles', () => {
  const main = mainOf('/contact');
  expect(targetsOf(main, COMPANY.phone)).toContain(COMPANY.phoneLink);
  expect(targetsOf(main, COMPANY.email)).toContain(`mailto:${COMPANY.email}`);
  const { hours, answersWithin, postalAddress } = COMPANY;
  for (const text of [
    'Paisley, Glasgow, Scotland UK',
    hours.phone,
    hours.visits,
    answersWithin,
    `${postalAddress.street}, Paisley`,
  ])
    expect(textOf(main)).toContain(text);
  for (const name of ['Facebook', 'Instagram', 'TikTok', 'X'])
    expect(targetsOf(main, name), name).toEqual([expect.stringMatching(/^https:/)]);
});

test('the terms and the accessibility statement name a contact', () => {
  for (const [path, titles] of [
    ['/terms', ['Cancelling or moving a visit', 'Complaints']],
    ['/accessibility', ['How accessible it is', 'If our answer doesn’t help']],
  ] as const) {
    expect(textsIn(mainOf(path), 'h2')).toEqual(expect.arrayContaining([...titles]));
    expect(targetsOf(mainOf(path), COMPANY.email).length, path).toBeGreaterThan(0);
  }
});

test('no page has a link that leads nowhere', () => {
  for (const [path, page] of Object.entries(pages))
    expect(
      elementsIn(page, 'a').filter(({ attributes: { href = '' } }) => href === '' || href === '#'),
      path,
    ).toEqual([]);
});
