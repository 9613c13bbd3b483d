# What Roll Call says, in English. One message a call; webui/calls/call.py has the list.
#
# A message is a call, with a hyphen for its dot: .brief has at most 6 words, .full at most 26 in three sentences.
# A name, a list of names or dice, and a number count as one word each. A name is the subject or stands before a colon.
# $nCapital is $n with a capital. A field that is not there can be chosen by as [none].

### Words that fields are made of

number-1 = one
number-2 = two
number-3 = three
number-4 = four
number-5 = five
number-6 = six
number-7 = seven
number-8 = eight
number-9 = nine
number-10 = ten
number-11 = eleven
number-12 = twelve
dice-count = { $count ->
    [one] { $word } die
   *[other] { $word } dice
  }
faces-1 = { $count ->
    [one] 1
   *[other] { $word } 1s
  }
    .said = { $count ->
        [one] 1
       *[other] { $word } ones
      }
faces-2 = { $count ->
    [one] 2
   *[other] { $word } 2s
  }
    .said = { $count ->
        [one] 2
       *[other] { $word } twos
      }
faces-3 = { $count ->
    [one] 3
   *[other] { $word } 3s
  }
    .said = { $count ->
        [one] 3
       *[other] { $word } threes
      }
faces-4 = { $count ->
    [one] 4
   *[other] { $word } 4s
  }
    .said = { $count ->
        [one] 4
       *[other] { $word } fours
      }
faces-5 = { $count ->
    [one] 5
   *[other] { $word } 5s
  }
    .said = { $count ->
        [one] 5
       *[other] { $word } fives
      }
faces-6 = { $count ->
    [one] 6
   *[other] { $word } 6s
  }
    .said = { $count ->
        [one] 6
       *[other] { $word } sixes
      }
face-unsure = ?
    .said = unsure
place-first = die { $place } is a { $face }
place-next = die { $place } a { $face }
list-two = { $a } and { $b }
list-middle = { $a }, { $b }
list-last = { $a } and { $b }
list-more = { $a } and { $count } more
one-after-another = { $a } { $b }
tally-entry = { $name } { $value }
name-digits = player { $name }
name-blank = player { $seat }
name-twin = { $name }, player { $seat }
coins = { $unit ->
    [drinks] { $count ->
        [one] { $count } drink
       *[other] { $count } drinks
      }
   *[coins] { $count ->
        [one] { $count } coin
       *[other] { $count } coins
      }
  }
rounds = { $count ->
    [one] { $count } round
   *[other] { $count } rounds
  }
turns = { $count ->
    [one] { $count } turn
   *[other] { $count } turns
  }
game-morning-roll = Morning Roll
game-midnight = Midnight
game-420 = 420
    .said = four twenty

### The match and the evening

match-begins =
    .brief = { $game }: { $names }.
    .full = { $game }: { $names }. { $rule }
rule-morning-roll = { $rounds ->
    [one] { $wordCapital } round
   *[other] { $wordCapital } rounds
  }; a die off the table { $off ->
    [bust] busts
   *[again] is thrown again
  }.
rule-midnight = { $rounds ->
    [one] { $wordCapital } round
   *[other] { $wordCapital } rounds
  }; { $ties ->
    [share] each player of a tie wins it
    [carry] a tied round is carried to the next
   *[none] nobody wins a tied round
  }; a die off the table { $off ->
    [bust] scores 0
   *[again] is thrown again
  }.
rule-420 = The last one in buys the drinks; a die off the table { $off ->
    [bust] loses the hand
   *[again] is thrown again
  }.
match-resumed =
    .brief = Goes on: { $names }.
    .full = The match of { $names } goes on. { $standing }
match-rematch =
    .brief = Same again. { $name } begins.
    .full = Same players, same seats. { $name } begins.
start-throw =
    .brief = { $name }, one die.
    .full = The lowest die begins. { $name }, one die.
start-level =
    .brief = Level: { $names } again.
    .full = { $names } are level. One die each again.
start-drawn =
    .brief = { $name } begins.
    .full = { $name } begins{ $by ->
        [lot] , drawn by lot
       *[lowest] , lowest with a { $face }
      }.
player-joins =
    .brief = { $name } joins.
    .full = { $name } joins, seated after { $other }.
player-leaves =
    .brief = { $name } leaves.
    .full = { $name } leaves; { $names } { $stay ->
        [one] plays on.
       *[other] play on.
      }
match-won =
    .brief = { $name } wins with { $total }!
    .full = { $name } wins the match with { $total }. { $second } has { $total2 }.
match-shared =
    .brief = { $names } share it: { $total }.
    .full = { $names } share the match with { $total } each.
match-nobody =
    .brief = Nobody wins.
    .full = No round was won, so nobody wins the match.
match-alone =
    .brief = Done: { $total }.
    .full = { $name } is done: { $total } in { $turns }.
match-drinks =
    .brief = { $name } buys the drinks.
    .full = { $name } is the last one in, and buys the drinks.
match-settle =
    .brief = { $payments }
    .full = Settle up: { $payments }
pays = { $name } pays { $other } { $coins }.
all-even = All even.
evening-begins =
    .brief = Evening: { $count ->
        [one] one match
       *[other] { $count } matches
      }.
    .full = The evening begins: { $count ->
        [one] one match
       *[other] { $count } matches
      }. First { $names }, { $game }.
evening-next =
    .brief = Next: { $names }.
    .full = Next: { $names }, { $game }.
evening-ends =
    .brief = { $shared ->
        [yes] { $names } share the evening.
       *[no] { $names } wins the evening.
      }
    .full = The evening is over. { $shared ->
        [yes] { $names } share the evening, { $count } wins each.
       *[no] { $names } has most wins, { $count }.
      }

### Turn and dice

turn-begins =
    .brief = { $name }, { $n }. { $goal }
    .full = { $round } { $name }, { $n } to throw. { $goal }
round-now = Round { $round } of { $rounds }.
nothing = { "" }
to-beat = { $best } to beat.
dice-awaited =
    .brief = { $nCapital }.
    .full = { $name }, { $n } to throw.
dice-slow =
    .brief = Still looking.
    .full = Still looking: { $why ->
        [hand] a hand is there
        [covered] something covers a die
       *[moving] a die still moves
      }.
dice-bumped =
    .brief = Bumped: kept { $dice }.
    .full = The throw bumped { $count ->
        [one] a kept { $dice }. It still counts as { $dice }; if it turned over, turn it back.
       *[other] { $dice }, kept. They still count so; if one turned over, turn it back.
      }
off-again =
    .brief = Off the table: again.
    .full = { $why }. { $number ->
        [one] Throw that die again; the others stay.
       *[other] Throw those again; the others stay.
      }
off-seen = { $number ->
    [one] A die rolled over the edge
   *[other] { $nCapital } rolled over the edge
  }
off-beyond = { $number ->
    [one] A die lies past the edge
   *[other] { $nCapital } lie past the edge
  }
off-missing = { $number ->
    [one] A die is gone
   *[other] { $nCapital } are gone
  }: { $seen } of { $thrown } lie here
off-said = { $number ->
    [one] A die left the table, a player says
   *[other] { $nCapital } left the table, a player says
  }

### Morning Roll

roll-read-morning-roll =
    .brief = { $diceCapital }: { $points }.
    .full = { $by ->
        [hand] Typed in: { $dice }.
        [program] Program dice: { $dice }.
       *[camera] { $name } threw { $dice }.
      } Picked { $picked }: { $points }, turn { $turn }.
roll-whole =
    .brief = All score: { $turn }.
    .full = All six score. Six again, or stop with { $turn }.
special-straight =
    .brief = Straight! { $points }, turn { $turn }.
    .full = { $name } threw a straight: { $points }, turn { $turn }. Scored, it forces all six again, and a bust loses it.
special-boxcars =
    .brief = Boxcars, { $dice }: { $turn }.
    .full = { $name } threw boxcars, { $dice }: { $points }, turn { $turn }. Scored, it forces all six again, and a bust loses it.
keep-made =
    .brief = { $turn } so far. { $n ->
        [none] { "" }
       *[some] { $nCapital }.
      }
    .full = { $name } keeps { $dice }{ $points ->
        [none] : { $turn } so far.
       *[some] , { $points }: { $turn } so far.
      } { $n ->
        [none] { "" }
       *[some] { $nCapital } to throw.
      }
keep-special =
    .brief = { $turn }. Six again, no stop.
    .full = { $name } scores the { $special ->
        [straight] straight
       *[boxcars] boxcars
      }: { $turn } so far. All six must be thrown.
stop-banked =
    .brief = { $name } banks { $score }: { $total }.
    .full = { $name } stops and banks { $score }. Total { $total }.
bust-nothing =
    .brief = { $lost ->
        [0] Bust! { $name }: 0.
       *[other] Bust! { $name } loses { $lost }.
      }
    .full = Bust: { $dice }, nothing scores. { $name } gets 0{ $lost ->
        [0] .
       *[other] , { $lost } gone.
      }
bust-off =
    .brief = Bust: off the table.
    .full = Bust: { $why }. { $name } gets 0{ $lost ->
        [0] .
       *[other] , { $lost } gone.
      } Wrong? Press U.

### Midnight

roll-read-midnight =
    .brief = { $diceCapital }. { $keys }
    .full = { $by ->
        [hand] Typed in: { $dice }.
        [program] Program dice: { $dice }.
       *[camera] { $name } threw{ $diceApart ->
            [yes] :
           *[no] { "" }
          } { $dice }.
      } { $keys }
keys-both = { $face } and { $other } are there.
keys-one = The { $face } is there.
keys-no = No { $face }.
keys-neither = No { $face }, no { $other }.
keys-kept =
    .brief = { "" }
    .full = { $best ->
        [0] { $sum } so far.
       *[other] { $sum } so far, { $best } to beat.
      }
keep-needs =
    .brief = Needs { $need }. { $n ->
        [none] { "" }
       *[some] { $nCapital }.
      }
    .full = { $name } keeps { $dice }. Still needs { $need }. { $n ->
        [none] { "" }
       *[some] { $nCapital } to throw.
      }
need-one = a { $face }
need-two = a { $face } and a { $other }
keep-qualified =
    .brief = Qualified, { $sum }. { $n ->
        [none] { "" }
       *[some] { $nCapital }.
      }
    .full = { $name } keeps { $dice }: qualified, { $sum } so far. { $n ->
        [none] { "" }
       *[some] { $nCapital } to throw.
      } { $goal }
keep-sum =
    .brief = { $sum }. { $n ->
        [none] { "" }
       *[some] { $nCapital }.
      }
    .full = { $name } keeps { $dice }: { $sum } so far. { $n ->
        [none] { "" }
       *[some] { $nCapital } to throw.
      } { $goal }
goal-more = { $more } more beats { $best }.
goal-out = { $best } is out of reach.
night-scored =
    .brief = { $name }: { $score }. { $lead }
    .full = { $last } { $name } scores { $score }: { $dice } beside { $pair }. { $lead }
last-die = Last die { $face }.
lead-best = Best so far.
lead-level = Level with { $other }.
lead-behind = { $other } leads with { $best }.
night-zero =
    .brief = { $name }: 0, no { $need }.
    .full = { $last } { $name } scores 0: no { $need } among the six.
lack-one = { $face }
lack-two = { $face } or { $other }
bust-off-midnight =
    .brief = Off the table: { $name } 0.
    .full = { $why }. { $name } scores 0 this round. Wrong? Press U.
round-won =
    .brief = Round { $round }: { $name }, { $score }.
    .full = { $name } wins round { $round } with { $score }. { $rounds }. { $pot }
takes-pot = { $name } takes { $pot }.
round-shared =
    .brief = Round { $round } shared: { $names }.
    .full = { $names } tie at { $score }. Each wins round { $round }.
round-tied =
    .brief = Round { $round } tied: nobody.
    .full = { $names } tie at { $score }. Nobody wins round { $round }.
round-carried =
    .brief = Tied. Next round: { $stake }.
    .full = { $names } tie at { $score }. Round { $next } is worth { $stake }.
round-nobody =
    .brief = Round { $round }: nobody qualified.
    .full = Nobody qualified, nobody wins round { $round }. { $carried }
carried = Round { $next } is worth { $stake }.
pot-now =
    .brief = Pot: { $pot }.
    .full = Everyone puts in { $coins }: the pot is { $pot }.

### 420

round-begins =
    .brief = Round { $round }. { $name } begins.
    .full = Round { $round }, { $count } still in. { $name } begins with four dice.
hand-choose =
    .brief = { $name }: { $sum }, { $short } short.
    .full = { $name } has { $hand }: { $sum }, { $short } short. Choose what to throw again. { $others }
others = { $hands }.
over = over
hand-reset =
    .brief = { $name }, all four again.
    .full = { $name } was over: all four dice to throw.
keep-again =
    .brief = { $stays ->
        [0] All four again.
       *[other] { $stays } stays. { $nCapital }.
      }
    .full = { $stays ->
        [0] Nothing stays, { $short } wanted. All four dice to throw.
       *[other] { $stays } stays, { $short } wanted. { $nCapital } to throw.
      }
hand-short =
    .brief = { $name }: { $sum }, { $short } short.
    .full = { $name } threw { $dice }. The hand is { $hand }: { $sum }, { $short } short.
hand-over =
    .brief = { $name }: { $sum }, over.
    .full = { $name } threw { $dice }: { $sum }, over. All four again next turn.
hand-lost =
    .brief = { $name }: hand lost.
    .full = { $why }. The hand of { $name } is lost: four dice next turn.
hand-twenty =
    .brief = Twenty! { $name } is out.
    .full = { $name } threw { $dice }: twenty! { $name } is out and safe{ $names ->
        [none] .
       *[some] , { $names } play on.
      }

### Questions: the game waits

ask-unsure =
    .brief = Die { $place }: { $face } or { $face2 }?
    .full = Die { $place }: a { $face } or a { $face2 }? { $beside } Press what it shows. { $more }
ask-unsure-beside = Beside it { $dice }.
more-wait = { $count ->
    [one] { $count } more waits.
   *[other] { $count } more wait.
  }
ask-count =
    .brief = { $seenCapital } seen, { $expected } expected.
    .full = { $seenCapital } seen, { $expected } expected. { $many ->
        [yes] Take away what does not belong, then R, or T.
       *[no] Spread them and press R, or T to type. O: off the table.
      } { $more }
ask-which =
    .brief = Kept { $dice }?
    .full = Thrown before a keep was said. Did { $name } keep { $dice }? R yes, X no throw. { $more }
ask-whichof =
    .brief = Which were kept?
    .full = { $choices ->
        [none] Thrown before a keep was said. S tells what can have been kept. X: no throw.
       *[some] Thrown before a keep was said. { $choices } X: no throw.
      } { $more }
choice = { $number }: { $kind ->
    [stop] stop with { $dice }
   *[keep] { $dice }
  }.
ask-throw =
    .brief = Was that a throw?
    .full = { $cameCapital } came, and no keep of { $name } leaves { $leaves }. X forgets it, T types, O off. { $more }
ask-hand =
    .brief = Dice of { $owner }?
    .full = { $cameCapital } came from the hand of { $owner }, and { $name } is on turn. X forgets it. { $more }
ask-stayed =
    .brief = Stayed on: what shows?
    .full = So it stayed on the table. R looks again, T types the dice. { $more }
ask-turned =
    .brief = { $was } became { $now }: nudged?
    .full = Die { $place } lay still and turned over: { $was } became { $now }. R leaves { $was }, { $now } takes { $now }. { $more }
ask-keptover =
    .brief = Kept { $was } turned over.
    .full = A kept { $was } turned over and shows { $now }. It counts as { $was }: turn it back, then R. { $more }
ask-cocked =
    .brief = { $number ->
        [one] Cocked: throw it again.
       *[other] Cocked: throw them again.
      }
    .full = { $number ->
        [one] A die leans and has no value. Throw it again, the others stay. F if it lies flat.
       *[other] { $nCapital } lean and have no value: throw them again, the others stay. F if one lies flat.
      } { $more }
ask-stacked =
    .brief = { $number ->
        [one] Stacked: throw it again.
       *[other] Stacked: throw them again.
      }
    .full = { $number ->
        [one] A die lies on another and has no value. Throw it again, the others stay. F if flat.
       *[other] { $nCapital } lie on others and have no value: throw them again, the others stay. F if flat.
      } { $more }

### Put right and taken back

fix-done =
    .brief = { $was } is a { $now }. { $after }
    .full = Put right: the { $was } is a { $now }. { $after } { $picked }
fix-whole =
    .brief = Now { $dice }. { $after }
    .full = Put right: the dice are { $dice }. { $after } { $picked }
undo-done =
    .brief = Back: { $what }. { $after }
    .full = Taken back: { $what }. { $after } { $picked }
undo-end =
    .brief = Match open again. { $after }
    .full = Taken back: the end. The match goes on. { $after }
undo-match =
    .brief = Last match again. { $after }
    .full = The new match is put away; the last one goes on. { $after }
redo-done =
    .brief = Again: { $what }. { $after }
    .full = Played again: { $what }. { $after } { $picked }
what-throw =
    .brief = the throw
    .full = the throw, { $dice }
what-keep =
    .brief = the keep
    .full = the keep, { $dice }
what-again =
    .brief = the keep
    .full = the choice, { $n } again
what-stop =
    .brief = the stop
    .full = the stop, { $dice }
what-off = off the table
what-fix =
    .brief = the fix
    .full = the fix, { $dice }
what-answer = the answer
after-no-bust = No bust: { $name } picks.
after-bust = Now a bust: { $name } 0.
after-wins = { $name } wins.
after-share = { $names } share it.
after-drinks = { $name } buys the drinks.
after-nobody = Nobody wins.
after-out = Twenty: { $name } is out.
after-no-win = No win: { $name } goes on.
after-special = { $special ->
    [boxcars] Boxcars
   *[straight] A straight
  }, turn { $turn }.
after-turn = Turn { $turn }.
after-needs = Needs { $need }.
after-sum = { $sum } so far.
after-score = { $name }: { $score }.
after-hand = Hand { $sum }, { $short } short.
after-over = Hand { $sum }, over.
after-lost = { $name }: hand lost.
after-dice = { $name }, { $n }.
after-asked = { "" }
picked-now = Picked { $picked }: { $points }, turn { $turn }.

### The own page

pick-made-morning-roll =
    .brief = { $pickedCapital }: { $points }.
    .full = { $die ->
        [none] { "" }
       *[some] { $die } picked.
      } { $pickedCapital }: { $points }, turn { $turn }.
pick-made-midnight =
    .brief = { $pickedCapital }: { $worth }. { $bank }
    .full = { $die ->
        [none] { "" }
       *[some] { $die } picked.
      } { $pickedCapital }: { $worth }. { $bank }
die-value = A { $face }
die-place = Die { $place }, a { $face },
worth-needs = needs { $need }
worth-sum =
    .brief = { $sum }
    .full = { $sum } so far
worth-whole = { $sum }
bank-now = B banks { $score }.
pick-back-morning-roll =
    .brief = { $picked ->
        [none] Nothing picked.
       *[some] { $pickedCapital }: { $points }.
      }
    .full = { $die } back. { $picked ->
        [none] Nothing picked.
       *[some] { $pickedCapital }: { $points }, turn { $turn }.
      }
pick-back-midnight =
    .brief = { $picked ->
        [none] Nothing picked.
       *[some] { $pickedCapital }: { $worth }.
      }
    .full = { $die } back. { $picked ->
        [none] Nothing picked.
       *[some] { $pickedCapital }: { $worth }.
      }
pick-back-420 =
    .brief = { $picked ->
        [none] Nothing picked.
       *[some] { $pickedCapital } again: { $stands }.
      }
    .full = { $die } back. { $picked ->
        [none] Nothing picked.
       *[some] { $pickedCapital } again. { $standsCapital }.
      }
pick-again =
    .brief = { $pickedCapital } again: { $stands }.
    .full = { $pickedCapital } again. { $standsCapital }.
stays-well =
    .brief = { $stays } stays
    .full = { $stays } stays, { $short } wanted from { $n }
stays-short =
    .brief = { $stays }, needs { $least }
    .full = { $stays } stays, and needs to be { $least }
stays-none = all four
typed-now =
    .brief = { $row ->
        [none] { "" }
       *[some] { $row }.
      }
    .full = { $row ->
        [none] Nothing typed.
       *[some] Typed { $row }.
      } { $more ->
        [0] Enter takes it.
       *[other] { $more } more.
      }
fix-which =
    .brief = Die { $place }, { $face }.
    .full = Die { $place } is read as { $face }. Press what it shows; arrows for another die.
no-keep =
    .brief = Keep one first.
    .full = Keep at least one die first.
no-score =
    .brief = { $diceCapital }: no score.
    .full = { $die ->
        [none] { "" }
       *[some] { $die } { $back ->
            [yes] back.
           *[no] picked.
          }
      } No score for { $dice }: { $triple ->
        [yes] keep three or none.
       *[no] leave that to be thrown.
      }
no-stop =
    .brief = No stop: six again.
    .full = { $special ->
        [boxcars] Boxcars force
       *[straight] A straight forces
      } all six again: no stopping now.
no-throw =
    .brief = Throw first: { $n }.
    .full = The dice come first: { $name }, { $n } to throw. T types them.
no-bank-midnight =
    .brief = { $nCapital } still open.
    .full = Bank when all six are kept: { $n } still open.
no-bank-420 =
    .brief = The throw ends it.
    .full = In 420 the throw ends the turn.
no-reroll =
    .brief = { $why ->
        [over] { $sum } is over: all four.
        [none] At least one.
       *[short] Stays { $stays }, needs { $least }.
      }
    .full = { $why ->
        [over] { $sum } is over: all four are thrown again.
        [none] At least one die is thrown again.
       *[short] To throw { $n } again what stays must make { $least }; it makes { $stays }.
      }
no-die =
    .brief = { $why ->
        [kept] Die { $digit } is kept.
        [empty] No die { $digit }.
        [back] No { $digit } picked.
       *[left] No { $digit } left.
      }
    .full = { $why ->
        [kept] Die { $digit } is kept.
        [empty] There is no die { $digit } to pick.
        [back] No { $digit } is picked.
       *[left] No { $digit } is left to pick.
      }
no-undo =
    .brief = { $redo ->
        [yes] Nothing to redo.
       *[no] Nothing to undo.
      }
    .full = { $redo ->
        [yes] Nothing to play again.
       *[no] Nothing to take back yet.
      }
no-late =
    .brief = Too late: { $name } has thrown.
    .full = The board has moved on: { $name } is on. Nothing was changed.
no-watcher =
    .brief = You are watching.
    .full = You are watching: the players press.

### What the reading keys tell

tell-dice =
    .brief = { $dice }
    .full = { $dice }
dice-rolling = Rolling.
dice-open-morning-roll = { $dice }; picked { $picked ->
    [none] none
   *[some] { $picked }, { $points }
  }. { $kept ->
    [none] None kept.
   *[some] Kept { $kept }.
  }
dice-open-midnight = { $dice }; picked { $picked ->
    [none] none
   *[some] { $picked }
  }. { $kept ->
    [none] None kept.
   *[some] Kept { $kept }, { $sum }.
  }
dice-open-420 = { $name }: { $dice }; again { $picked ->
    [none] none
   *[some] { $picked }
  }. { $others }
dice-places = By place: { $row }. { $kept ->
    [none] None kept.
   *[some] Kept { $kept }.
  }
dice-none = No dice yet: { $name }, { $n } to throw. { $kept ->
    [none] None kept.
   *[some] Kept { $kept }.
  }
dice-over = The match is over.
hands-all = { $hands }
hand-of = { $name }: { $dice }.
tell-standing =
    .brief = { $standing }
    .full = { $standing }
standing-morning-roll = { $round } { $name ->
    [none] The match is over.
   *[some] { $name } is on{ $turn ->
        [0] .
       *[other] , { $turn } so far.
      }
  } { $totals }. { $league }
standing-midnight = { $round } { $name ->
    [none] The match is over.
   *[some] { $name } is on, { $sum } so far.
  } { $goal } Rounds: { $totals }. { $pot }
standing-420 = { $name ->
    [none] The match is over.
   *[some] Round { $round }. { $name } is on.
  } { $out } { $others }
out-now = Out: { $names }.
pot-is = Pot: { $pot }.
tell-choices =
    .brief = { $choices } { $troubles }
    .full = { $choices } { $more } { $troubles }
can-throw = R: throw { $n }.
can-stop = B: stop with { $turn }.
can-bank = B: bank { $score }.
can-pick = 1 to 6: pick.
can-again = R: throw { $dice } again.
can-pick-420 = 1 to 4: pick.
can-undo = U: undo.
can-play = P: play again.
can-type = T: type the dice.
can-wait = Throw: { $name }, { $n }.
keep-first = Keep one first.
all-four = all four
three-leaving = three, leaving a { $dice }
two-leaving = two, leaving { $dice }
one-again = the { $dice }
choices-420 = { $choicesCapital }.
either-or = { $a } or { $b }
one-of-several = { $a }; { $b }
tell-keys =
    .brief = Keys. Escape leads back.
    .full = The list of keys. Escape leads back.
watch-waits = Waiting for an answer.
watch-picks = { $name } picks.

### Trouble

trouble-begins =
    .brief = { $what }
    .full = { $what } { $do }
trouble-ends =
    .brief = { $good }
    .full = { $good } { $waits }
what-silent = The camera is silent.
do-silent = Check its cable, or press T.
good-silent = Camera back.
what-dark = Too dark.
do-dark = Switch on a lamp above the table.
good-dark = Light is good.
what-glare = A lamp is mirrored.
do-glare = Move lamp or camera a little.
good-glare = Glare gone.
what-moved = The camera moved.
do-moved = Put it back, or mark the table again.
good-moved = View is right.
what-slow = Too few pictures: a die leaving may be missed.
do-slow = Close other programs.
good-slow = Fast enough.
what-blurred = Out of focus.
do-blurred = Wipe the lens, or set the focus.
good-blurred = Sharp again.
what-small = Dice too small.
do-small = Bring the camera nearer.
good-small = Size is good.
what-unread = Dice came, none readable.
do-unread = Press T to type.
good-unread = Readable again.
what-store = The match cannot be stored.
do-store = Make room on the disk.
good-store = Stored again.
what-fault = Something broke on our side.
do-fault = Go on playing; copy a report.
good-fault = All well again.
link-lost =
    .brief = Not connected.
    .full = Not connected: the table goes on without this page.
link-back =
    .brief = Connected.
    .full = Connected again. { $waits }

### League

league-closing =
    .brief = { $minutes } minutes to { $time }.
    .full = The league closes at { $time }, in { $minutes } minutes. A turn is open.
league-closed =
    .brief = Closed: turn not counted.
    .full = It is { $time }: the league is closed, and this open turn does not count.
league-reported =
    .brief = Reported: { $score }.
    .full = { $score } for { $name } is reported to { $league }{ $late ->
        [yes] , came late.
       *[no] .
      }
league-held =
    .brief = { $cause ->
        [clock] Held: time not known.
       *[connection] Held: no connection.
      }
    .full = { $score } is held here and sent when the { $cause ->
        [clock] clock
       *[connection] connection
      } is back.
league-asks =
    .brief = Reported? Not known.
    .full = No answer from { $league }: look whether { $score } stands there. It is not sent twice.
league-late =
    .brief = { $why ->
        [none] Too late: not counted.
       *[other] Not taken: { $score }.
      }
    .full = { $why ->
        [none] Too late for { $league }: { $score } of { $name } is kept here only.
       *[other] Not taken by { $league }: { $why }.
      }
league-done =
    .brief = { $name } has rolled today.
    .full = { $name } has rolled today. This turn is practice.
league-withdrawn =
    .brief = { $stands ->
        [yes] Stands: { $score }.
       *[no] Withdrawn: { $score }.
      }
    .full = { $stands ->
        [yes] Reported { $score } stands: ask the organiser.
       *[no] The reported { $score } is withdrawn.
      }

### Pairing and voice

pair-code =
    .brief = Code { $code }.
    .full = Type this on the other device: { $code }. Again: { $code }.
pair-joined =
    .brief = { $name } is in.
    .full = { $name } is in, as { $role ->
        [host] host
        [watcher] watcher
        [camera] the camera
       *[player] player
      }.
pair-wrong =
    .brief = { $count ->
        [0] Ask for a new code.
        [one] Wrong code. { $count } try left.
       *[other] Wrong code. { $count } tries left.
      }
    .full = { $count ->
        [0] That code is used up or old. Ask for a new code.
        [one] That code is wrong: { $count } try left.
       *[other] That code is wrong: { $count } tries left.
      }
pair-gone =
    .brief = { $name } is gone.
    .full = The device of { $name } is gone; the game goes on.
voice-waits =
    .brief = Sound waits for a tap.
    .full = The browser holds the sound back: tap, or press any key.
voice-on =
    .brief = { $voice ->
        [off] Voice off.
       *[on] Voice on. { $waits }
      }
    .full = { $voice ->
        [off] Voice off.
        [brief] Voice on, brief. { $waits }
       *[full] Voice on, full. { $waits }
      }
