//! PDDL by its own semantics: domain and problem are grounded, and actions do what their text says. Knows
//! as much of the language as the models of swaps use, and nothing of the game.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use plotgen::game::pddl::expression::{Expression, read};

use super::graph::Graph;

/// What a fact or a fluent is worth: facts are 0 or 1.
type Worth = i16;

/// A fact or a fluent with its objects.
type Atom = Vec<String>;

/// The names of variables, with their objects.
type Binding<'a> = HashMap<&'a str, &'a str>;

#[derive(Clone, Copy)]
enum Value {
    Number(Worth),
    /// The worth of an atom that actions change, by its place in the state.
    Place(usize),
}

impl Value {
    fn of(self, state: &[Worth]) -> Worth {
        match self {
            Value::Number(number) => number,
            Value::Place(place) => state[place],
        }
    }
}

enum Test {
    Known(bool),
    Compare(fn(&Worth, &Worth) -> bool, Value, Value),
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
}

impl Test {
    fn holds(&self, state: &[Worth]) -> bool {
        match self {
            Test::Known(known) => *known,
            Test::Compare(relation, one, other) => relation(&one.of(state), &other.of(state)),
            Test::Not(test) => !test.holds(state),
            Test::All(tests) => tests.iter().all(|test| test.holds(state)),
            Test::Any(tests) => tests.iter().any(|test| test.holds(state)),
        }
    }
}

struct Action {
    test: Test,
    cost: u32,
    /// What it deletes comes before what it adds.
    changes: Vec<(usize, Value)>,
}

/// A planning task, grounded.
pub(crate) struct Task {
    start: Vec<Worth>,
    actions: Vec<Action>,
    goal: Test,
}

impl Task {
    /// Grounds a problem with its domain.
    pub(crate) fn new(domain: &str, problem: &str) -> Task {
        let (domain, problem) = (read(domain).unwrap(), read(problem).unwrap());
        let grounding = Grounding::of(&domain, &problem);
        let actions = parts(&domain, ":action").flat_map(|action| grounding.actions(action));
        let actions = actions.collect();
        let goal = grounding.test(&part(&problem, ":goal").rest()[0], &Binding::new());
        let atoms = grounding.places.into_inner();
        let mut start = vec![0; atoms.len()];
        for (atom, place) in &atoms {
            start[*place] = grounding.init.get(atom).copied().unwrap_or_default();
        }
        Task { start, actions, goal }
    }
}

impl Graph for Task {
    type State = Vec<Worth>;

    fn start(&self) -> Vec<Worth> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Vec<Worth>) -> bool {
        self.goal.holds(state)
    }

    fn edges(&self, state: &Vec<Worth>) -> Vec<(Vec<Worth>, u32)> {
        let legal = self.actions.iter().filter(|action| action.test.holds(state));
        let done = |action: &Action| {
            let mut after = state.clone();
            action.changes.iter().for_each(|(place, value)| after[*place] = value.of(state));
            (after, action.cost)
        };
        legal.map(done).collect()
    }
}

/// The parts of a domain or a problem with this head.
fn parts<'a>(whole: &'a Expression, head: &'a str) -> impl Iterator<Item = &'a Expression> {
    whole.rest().iter().filter(move |part| part.head() == Some(head))
}

fn part<'a>(whole: &'a Expression, head: &'a str) -> &'a Expression {
    parts(whole, head).next().unwrap()
}

/// What follows a keyword of an action.
fn after<'a>(action: &'a Expression, keyword: &str) -> &'a Expression {
    let parts = action.rest();
    &parts[1 + parts.iter().position(|part| part.word() == Some(keyword)).unwrap()]
}

/// A list such as `?a ?b - cell ?k - kind`: each name with its type.
fn typed(list: &[Expression]) -> Vec<(&str, &str)> {
    let words: Vec<&str> = list.iter().filter_map(Expression::word).collect();
    let mut names = Vec::new();
    let mut start = 0;
    for dash in (0..words.len()).filter(|&index| words[index] == "-") {
        names.extend(words[start..dash].iter().map(|&name| (name, words[dash + 1])));
        start = dash + 2;
    }
    assert_eq!(start, words.len(), "every name has a type");
    names
}

struct Grounding<'a> {
    objects: Vec<(&'a str, &'a str)>,
    init: HashMap<Atom, Worth>,
    /// The predicates and functions that actions change.
    changing: BTreeSet<&'a str>,
    places: RefCell<HashMap<Atom, usize>>,
}

impl<'a> Grounding<'a> {
    fn of(domain: &'a Expression, problem: &'a Expression) -> Grounding<'a> {
        let effects = parts(domain, ":action").map(|action| after(action, ":effect"));
        let changed = effects.flat_map(|effect| effect.rest()).map(|effect| match effect.head() {
            Some("not" | "assign" | "increase") => effect.rest()[0].head().unwrap(),
            head => head.unwrap(),
        });
        let mut grounding = Grounding {
            objects: typed(part(problem, ":objects").rest()),
            init: HashMap::new(),
            changing: changed.collect(),
            places: RefCell::default(),
        };
        for fact in part(problem, ":init").rest() {
            let (atom, worth) = match fact.head() {
                Some("=") => (&fact.rest()[0], fact.rest()[1].word().unwrap().parse().unwrap()),
                _ => (fact, 1),
            };
            let atom = grounding.atom(atom, &Binding::new());
            grounding.init.insert(atom, worth);
        }
        grounding
    }

    /// The actions of a schema that are possible at all.
    fn actions(&self, schema: &Expression) -> Vec<Action> {
        let parameters = typed(after(schema, ":parameters").list().unwrap());
        let mut actions = Vec::new();
        self.bind(&parameters, &mut Binding::new(), &mut |binding| {
            let test = self.test(after(schema, ":precondition"), binding);
            if !matches!(test, Test::Known(false)) {
                actions.push(self.action(test, after(schema, ":effect"), binding));
            }
        });
        actions
    }

    fn action(&self, test: Test, effect: &Expression, binding: &Binding<'_>) -> Action {
        let (mut deleted, mut added, mut cost) = (Vec::new(), Vec::new(), 0);
        for effect in effect.rest() {
            match (effect.head(), effect.rest()) {
                (Some("not"), [fact]) => {
                    deleted.push((self.place(self.atom(fact, binding)), Value::Number(0)));
                }
                (Some("assign"), [fluent, value]) => {
                    let place = self.place(self.atom(fluent, binding));
                    added.push((place, self.value(value, binding)));
                }
                (Some("increase"), [fluent, value]) => {
                    assert_eq!(fluent.head(), Some("total-cost"));
                    cost = u32::try_from(self.value(value, binding).of(&[])).unwrap();
                }
                _ => added.push((self.place(self.atom(effect, binding)), Value::Number(1))),
            }
        }
        Action { test, cost, changes: [deleted, added].concat() }
    }

    /// Calls for every way to bind the parameters to objects of their types.
    fn bind<'b>(
        &'b self,
        parameters: &[(&'b str, &str)],
        binding: &mut Binding<'b>,
        call: &mut dyn FnMut(&Binding<'b>),
    ) {
        let Some(((name, kind), others)) = parameters.split_first() else {
            return call(binding);
        };
        for (object, _) in self.objects.iter().filter(|(_, of)| of == kind) {
            binding.insert(*name, *object);
            self.bind(others, binding, call);
        }
        binding.remove(name);
    }

    fn test(&self, formula: &Expression, binding: &Binding<'_>) -> Test {
        let tests = || formula.rest().iter().map(|part| self.test(part, binding));
        match (formula.head().unwrap(), formula.rest()) {
            ("and", _) => all(tests()),
            ("or", _) => any(tests()),
            ("not", [part]) => match self.test(part, binding) {
                Test::Known(known) => Test::Known(!known),
                test @ (Test::Compare(..) | Test::Not(_) | Test::All(_) | Test::Any(_)) => {
                    Test::Not(Box::new(test))
                }
            },
            ("forall", [parameters, part]) => {
                let mut tests = Vec::new();
                let parameters = typed(parameters.list().unwrap());
                let mut inner: Binding<'_> = binding.clone();
                self.bind(&parameters, &mut inner, &mut |inner| tests.push(self.test(part, inner)));
                all(tests.into_iter())
            }
            ("=", [one, other]) if one.word().is_some() && other.word().is_some() => {
                Test::Known(object(one, binding) == object(other, binding))
            }
            ("=", [one, other]) => self.compare(Worth::eq, one, other, binding),
            (">", [one, other]) => self.compare(Worth::gt, one, other, binding),
            ("<=", [one, other]) => self.compare(Worth::le, one, other, binding),
            _ => match self.value(formula, binding) {
                Value::Number(number) => Test::Known(number == 1),
                place @ Value::Place(_) => Test::Compare(Worth::eq, place, Value::Number(1)),
            },
        }
    }

    fn compare(
        &self,
        relation: fn(&Worth, &Worth) -> bool,
        one: &Expression,
        other: &Expression,
        binding: &Binding<'_>,
    ) -> Test {
        match (self.value(one, binding), self.value(other, binding)) {
            (Value::Number(one), Value::Number(other)) => Test::Known(relation(&one, &other)),
            (one, other) => Test::Compare(relation, one, other),
        }
    }

    /// A number, a fluent or a fact.
    fn value(&self, expression: &Expression, binding: &Binding<'_>) -> Value {
        if let Some(word) = expression.word() {
            return Value::Number(word.parse().unwrap());
        }
        let atom = self.atom(expression, binding);
        if self.changing.contains(atom[0].as_str()) {
            return Value::Place(self.place(atom));
        }
        Value::Number(self.init.get(&atom).copied().unwrap_or_default())
    }

    fn atom(&self, expression: &Expression, binding: &Binding<'_>) -> Atom {
        let objects = expression.rest().iter().map(|part| object(part, binding).to_owned());
        std::iter::once(expression.head().unwrap().to_owned()).chain(objects).collect()
    }

    fn place(&self, atom: Atom) -> usize {
        let mut places = self.places.borrow_mut();
        let next = places.len();
        *places.entry(atom).or_insert(next)
    }
}

/// The object that a word means: the one a variable is bound to, or itself.
fn object<'a>(word: &'a Expression, binding: &Binding<'a>) -> &'a str {
    let word = word.word().unwrap();
    if word.starts_with('?') { binding[word] } else { word }
}

fn all(tests: impl Iterator<Item = Test>) -> Test {
    let tests: Vec<Test> = tests.filter(|test| !matches!(test, Test::Known(true))).collect();
    match tests.iter().any(|test| matches!(test, Test::Known(false))) {
        true => Test::Known(false),
        false if tests.is_empty() => Test::Known(true),
        false => Test::All(tests),
    }
}

fn any(tests: impl Iterator<Item = Test>) -> Test {
    let tests: Vec<Test> = tests.filter(|test| !matches!(test, Test::Known(false))).collect();
    match tests.iter().any(|test| matches!(test, Test::Known(true))) {
        true => Test::Known(true),
        false if tests.is_empty() => Test::Known(false),
        false => Test::Any(tests),
    }
}
