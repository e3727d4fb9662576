// Where dropped files belong. One that was dropped by itself is known by its name alone, and one of a folder by its
// path in that. It goes where a scenario names it, or a playlist that the scenario has, and its folder goes with it.
// Where it may be several, or several may be it, none is taken.

const lastStep = (path) => path.split("/").at(-1);
const firstStep = (path) => path.split("/")[0];
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.get(keyOf(one))?.push(one) ?? groups.set(keyOf(one), [one]);
  return groups;
}

// A letter and its accent as one: some file systems and archives have two in names of files.
const composed = (path) => path.normalize("NFC");

// A path in a folder, without steps to a folder and back.
function joined(folder, path) {
  const steps = [];
  for (const step of `${folder}${path}`.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

// The path of a URI reference (RFC 3986): none, where it has a scheme, or a variable whose value nobody knows here.
function pathOf(reference) {
  if (/^[a-z][a-z\d+.-]*:|\{\$/i.test(reference)) return "";
  try {
    return decodeURIComponent(reference.replace(/[?#].*/, ""));
  } catch {
    return "";
  }
}

const queryOf = (reference) => /^[^?#]*\?([^#]*)/.exec(reference)?.[1] ?? "";

const referred = (reference) => ({ name: pathOf(reference), query: queryOf(reference) });

// The value of a query's parameter, percent-decoded: none, where it has none.
function parameterOf(query, name) {
  const pair = query.split("&").find((one) => one.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

// Everything in a text that may be a file's name, with its query: what is quoted in JSON and in the tags of a playlist,
// and its lines. A playlist adds its variables (EXT-X-DEFINE) to those of the playlists that name it; of one with a
// parameter of its query (QUERYPARAM) there are as many as queries name it.
function namesIn({ text = "", isScenario, queries }, variables) {
  if (isScenario) return text.split('"').map((name) => ({ name, query: "" }));
  if (/^\s*\{/.test(text)) return text.split('"').map(referred);
  if (!/^\s*#EXTM3U/.test(text)) return [];
  for (const [, name, value] of text.matchAll(/^#EXT-X-DEFINE:(?=.*\bNAME="([^"]*)")(?=.*\bVALUE="([^"]*)")/gm)) variables.set(name, value);
  const parameters = [...text.matchAll(/^#EXT-X-DEFINE:.*\bQUERYPARAM="([^"]*)"/gm)].map(([, name]) => name);
  return (parameters.length > 0 ? queries : [""]).flatMap((query) => {
    const own = new Map([...variables, ...parameters.map((name) => [name, parameterOf(query, name)])]);
    const filled = text.replace(/\{\$([\w-]+)\}/g, (variable, name) => own.get(name) ?? variable);
    return filled.split(/[\r\n]+/).flatMap((line) => line.startsWith("#") ? line.split('"') : [line]).map(referred);
  });
}

// The place of a part, where a file of it is what somebody in `home` calls `name`. A scenario may lie in the folder
// that was dropped, or in one of its folders: then it does not say what these are called.
function fitted({ part, path }, home, name, isScenario) {
  const [whole, own] = [joined(home, name), joined("", name)];
  if (`/${whole}`.endsWith(`/${path}`)) return { part, base: whole.slice(0, whole.length - path.length), cut: "", agrees: path.length + 1 };
  if (isScenario && path.endsWith(`/${own}`)) return { part, base: home, cut: path.slice(0, path.length - own.length), agrees: own.length };
  return undefined;
}

const placed = ({ base, cut }, path) => path.startsWith(cut) ? joined(base, path.slice(cut.length)) : joined(base, cut.replace(/[^/]+/g, "..") + path);

// Those of a list that agree in most.
function nearest(list) {
  const most = Math.max(...list.map((one) => one.agrees));
  return list.filter((one) => one.agrees === most);
}

// Finds a place for each part of what was dropped, lists of files with their paths in it, where one of the scenarios or
// a playlist names it. `kept` are files that have one; `isFree` says whether a part may have a path. Says which file has
// which path, which paths are named, which parts are not, and what is doubtful.
function settled(scenarios, kept, parts, isFree) {
  const files = new Map(kept.map((file) => [file.path, file]));
  const [named, doubts, left, tied, variables] = [new Set(), new Map(), new Set(parts), new Set(), new Map()];
  const offers = grouped(parts.flatMap((part) => part.map(({ path }) => ({ part, path }))), ({ path }) => lastStep(path));
  let texts = scenarios.map(({ file, text }) => ({ path: file, text, isScenario: true }));
  while (texts.length > 0) {
    const [wanted, places] = [new Map(), new Map()];
    for (const text of texts) {
      const folder = folderOf(text.path);
      for (const { name, query } of namesIn(text, variables)) {
        const path = joined(folder, name);
        if (wanted.get(path)?.add(query)) continue;
        wanted.set(path, new Set([query]));
        const open = (offers.get(composed(lastStep(path))) ?? []).filter(({ part }) => left.has(part) && isFree(part, path));
        const fits = nearest(open.map((offer) => fitted(offer, composed(folder), composed(name), text.isScenario)).filter(Boolean));
        if (fits.length > 1) {
          doubts.set(path, `${path}: warning: ${fits.length} of the files that were dropped may be it, and none is taken: drop the folder that they are in`);
          for (const { part } of fits) tied.add(part);
        } else if (fits.length === 1) {
          places.set(fits[0].part, [...places.get(fits[0].part) ?? [], fits[0]]);
        }
      }
    }
    for (const [part, all] of places) {
      const [place, ...others] = nearest(all);
      const other = others.find(({ base, cut }) => base !== place.base || cut !== place.cut);
      left.delete(part);
      if (!other) {
        for (const file of part) files.set(placed(place, file.path), file);
        continue;
      }
      const [{ path }] = part;
      const [one, two] = [placed(place, path), placed(other, path)];
      for (const [own, not] of [[one, two], [two, one]]) doubts.set(own, `${own}: warning: ${path} may be it or ${not}, and is not taken: drop the folder that it is in`);
    }
    texts = [];
    for (const [path, queries] of wanted) {
      const file = files.get(path) ?? files.get(composed(path));
      if (!file || named.has(path)) continue;
      // As whoever names it spells it.
      files.set(path, file);
      named.add(path);
      texts.push({ ...file, path, queries: [...queries] });
    }
  }
  return { files, named, left: new Set([...left].filter((part) => !tied.has(part))), doubts };
}
