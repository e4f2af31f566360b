//! Campaigns on a real Slurm: one node on loopback, started here from the programs of the packages
//! `slurm-wlm` and `munge`.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use rustix::system::uname;
use serde_json::Value;
use tempfile::TempDir;

use crate::aloud::skipped;
use crate::bench::{Bench, FOREVER, Told, told, wait_until};

/// A cluster of one node, which ends with this.
struct Cluster {
    home: TempDir,
    daemons: Vec<Child>,
}

/// The name of this machine, which the controller wants to find in its configuration.
fn machine() -> String {
    let name = uname().nodename().to_string_lossy().into_owned();
    name.split('.').next().unwrap_or_default().to_owned()
}

impl Cluster {
    /// Starts one; nothing if that is not possible here.
    fn start() -> Option<Cluster> {
        let mut programs = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"].iter();
        if let Some(missing) = programs.find(|name| told(&mut program(name, &["-V"])).code == 127) {
            skipped(&format!(
                "Slurm: {missing} is not on this machine (scripts/setup-solvers slurm)"
            ));
            return None;
        }
        if !geteuid().is_root() {
            skipped("Slurm: only root can start it without its own user");
            return None;
        }
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let mut cluster = Cluster { home, daemons: Vec::new() };
        let node = machine();
        cluster.configure(&node);
        cluster.start_munge();
        cluster.daemon("slurmctld", &["-D"]);
        cluster.daemon("slurmd", &["-D", "-N", &node]);
        let begun = Instant::now();
        while !cluster.ask("sinfo", &["--noheader", "--format=%T"]).out.starts_with("idle") {
            if begun.elapsed() > Duration::from_secs(60) {
                skipped(&format!("Slurm does not start here: {}", cluster.last_words()));
                return None;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Some(cluster)
    }

    fn path(&self, name: &str) -> String {
        self.home.path().join(name).display().to_string()
    }

    fn configure(&self, node: &str) {
        for folder in ["state", "spool", "key"] {
            fs::create_dir(self.home.path().join(folder)).unwrap();
        }
        fs::set_permissions(self.path("key"), fs::Permissions::from_mode(0o700)).unwrap();
        let [controller_port, node_port] = free_ports();
        let lines = [
            "ClusterName=plotgen".to_owned(),
            format!("SlurmctldHost={node}(127.0.0.1)"),
            "SlurmUser=root".to_owned(),
            format!("AuthInfo=socket={}", self.path("munge.socket")),
            "AuthType=auth/munge".to_owned(),
            "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny".to_owned(),
            format!("SlurmctldPort={controller_port}"),
            format!("SlurmdPort={node_port}"),
            format!("StateSaveLocation={}", self.path("state")),
            format!("SlurmdSpoolDir={}", self.path("spool")),
            format!("SlurmctldPidFile={}", self.path("slurmctld.pid")),
            format!("SlurmdPidFile={}", self.path("slurmd.pid")),
            format!("SlurmctldLogFile={}", self.path("slurmctld.log")),
            format!("SlurmdLogFile={}", self.path("slurmd.log")),
            "ProctrackType=proctrack/linuxproc".to_owned(),
            "TaskPlugin=task/none".to_owned(),
            "JobAcctGatherType=jobacct_gather/none".to_owned(),
            "AccountingStorageType=accounting_storage/none".to_owned(),
            "SelectType=select/cons_tres".to_owned(),
            "SelectTypeParameters=CR_CPU_Memory".to_owned(),
            "SchedulerParameters=sched_interval=1,bf_interval=1".to_owned(),
            "SlurmdParameters=config_overrides".to_owned(),
            // A small limit, so that a campaign needs several arrays.
            "MaxArraySize=16".to_owned(),
            "KillWait=2".to_owned(),
            "ReturnToService=2".to_owned(),
            format!("NodeName={node} NodeAddr=127.0.0.1 CPUs=4 RealMemory=16000"),
            format!("PartitionName=main Nodes={node} Default=YES MaxTime=INFINITE State=UP"),
        ];
        fs::write(self.home.path().join("slurm.conf"), lines.join("\n") + "\n").unwrap();
    }

    fn start_munge(&mut self) {
        let key: Vec<u8> =
            (0..1024_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let path = self.home.path().join("key/munge.key");
        fs::write(&path, key).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
        let options = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            format!("--key-file={}", path.display()),
            format!("--socket={}", self.path("munge.socket")),
            format!("--pid-file={}", self.path("munge.pid")),
            format!("--log-file={}", self.path("munge.log")),
            format!("--seed-file={}", self.path("munge.seed")),
        ];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        self.daemon("munged", &options);
        wait_until(|| Path::new(&self.path("munge.socket")).exists());
    }

    fn daemon(&mut self, name: &str, arguments: &[&str]) {
        let log = fs::File::create(self.home.path().join(format!("{name}.out"))).unwrap();
        let mut command = program(name, arguments);
        command.env("SLURM_CONF", self.path("slurm.conf"));
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        self.daemons.push(command.spawn().unwrap());
    }

    fn ask(&self, name: &str, arguments: &[&str]) -> Told {
        told(program(name, arguments).env("SLURM_CONF", self.path("slurm.conf")))
    }

    /// `bench run … --on slurm …` on this cluster.
    fn run(&self, bench: &Bench, arguments: &[&str]) -> Command {
        let mut command = bench.start(&["--on", "slurm", "--partition", "main"]);
        command.args(arguments).env("SLURM_CONF", self.path("slurm.conf"));
        command
    }

    fn status(&self, bench: &Bench) -> Value {
        let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        line.args(["bench", "status", "--json"]).arg(bench.folder());
        let told = told(line.env("SLURM_CONF", self.path("slurm.conf")));
        serde_json::from_str(&told.out).unwrap_or_else(|_| panic!("{}{}", told.out, told.err))
    }

    fn last_words(&self) -> String {
        let logs = ["munged.out", "slurmctld.log", "slurmctld.out", "slurmd.log", "slurmd.out"];
        let last = |name: &&str| {
            let text = fs::read_to_string(self.home.path().join(name)).unwrap_or_default();
            text.lines().last().map(|line| format!("{name}: {line}"))
        };
        logs.iter().filter_map(last).collect::<Vec<_>>().join("; ")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.ask("scancel", &["--partition=main"]);
        for daemon in self.daemons.iter_mut().rev() {
            let _ = kill_process(Pid::from_child(daemon), Signal::TERM);
            let begun = Instant::now();
            while daemon.try_wait().is_ok_and(|ended| ended.is_none()) {
                if begun.elapsed() > Duration::from_secs(10) {
                    let _ = daemon.kill();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// A program, also from where Debian keeps daemons.
fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "PATH=$PATH:/usr/sbin:/sbin exec \"$@\"", "sh", name]).args(arguments);
    command
}

fn free_ports() -> [u16; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

/// The processes whose command line has this in it.
fn processes_called(line: &str) -> Vec<Pid> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let called = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let called = String::from_utf8_lossy(&called).replace('\0', " ");
        if called.contains(line) {
            found.extend(
                entry.file_name().to_str().and_then(|pid| Pid::from_raw(pid.parse().ok()?)),
            );
        }
    }
    found
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

#[test]
fn a_campaign_on_slurm_survives_who_submits_it_and_is_taken_up_again() {
    let Some(cluster) = Cluster::start() else { return };

    // More runs than an array may have tasks, watched to their end.
    let bench = Bench::of_native(20, "workers: 2");
    let told_run = told(&mut cluster.run(&bench, &["--jobs", "4"]));
    assert_eq!(told_run.code, 0, "{}{}", told_run.out, told_run.err);
    assert!(told_run.out.contains("submitted: jobs "), "{}", told_run.out);
    assert!(told_run.out.contains("20 of 20 runs done"), "{}", told_run.out);
    assert_eq!(bench.records().keys().cloned().collect::<Vec<_>>(), bench.planned());
    let script = fs::read_to_string(bench.folder().join("slurm/1.sh")).unwrap();
    assert!(script.contains("'bench' 'one'"), "{script}");
    let again = told(&mut cluster.run(&bench, &[]));
    assert!(again.code == 0 && !again.out.contains("submitted"), "{}{}", again.out, again.err);

    // Solvers that take forever: who submits them is killed, and the jobs go on.
    let slow = Bench::new(
        "levels: [{generate: {size: 2x3, colours: 2, count: 4, seed: 1}}]\n\
         configurations: [{solver: fast-downward, search: slow()}, {solver: native}]\n\
         limits: {time: 600s, memory: 200MB}\n",
    );
    let planner = slow.home.path().join("planner");
    let go = slow.home.path().join("go");
    let text = format!(
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'Fast Downward 0.1' ;; \
         *) while [ ! -e {} ]; do sleep 0.1; done; exit 11 ;; esac\n",
        go.display()
    );
    fs::write(&planner, text).unwrap();
    fs::set_permissions(&planner, fs::Permissions::from_mode(0o755)).unwrap();
    let submit = |arguments: &[&str]| {
        let mut command = cluster.run(&slow, arguments);
        command.env("PLOTGEN_FAST_DOWNWARD", &planner);
        command
    };
    let mut submitting = submit(&["--jobs", "2"]);
    let mut submitting = submitting.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let records = slow.folder().join("records");
    wait_until(|| records.is_dir() && count(&cluster.status(&slow)["queued"]) > 2);
    wait_until(|| cluster.status(&slow)["running"].as_array().is_some_and(|runs| !runs.is_empty()));
    submitting.kill().unwrap();
    submitting.wait().unwrap();
    // Nobody else does the runs meanwhile, whether Slurm can be asked or not.
    let mut here = slow.start(&[]);
    let here = told(here.env("SLURM_CONF", cluster.path("slurm.conf")));
    assert_eq!(here.code, 2, "{}", here.err);
    assert!(here.err.contains("in the Slurm queue (job "), "{}", here.err);
    let mut elsewhere = slow.start(&[]);
    let elsewhere = told(elsewhere.env("PATH", slow.home.path()));
    assert_eq!(elsewhere.code, 2, "{}", elsewhere.err);
    assert!(elsewhere.err.contains("cannot be queried"), "{}", elsewhere.err);

    // One is cancelled, and another killed so that only Slurm knows of it.
    let job = fs::read_to_string(slow.folder().join("slurm/1.json")).unwrap();
    let job: Value = serde_json::from_str(&job).unwrap();
    let number = job["job"].to_string();
    let run_of = |task: usize| job["runs"][task - 1].as_str().unwrap().to_owned();
    let states = || {
        cluster
            .ask(
                "squeue",
                &["--noheader", "--array", "--states=running", "--format=%K", "--jobs", &number],
            )
            .out
    };
    wait_until(|| states().lines().count() == 2);
    let running: Vec<usize> = states().lines().map(|line| line.trim().parse().unwrap()).collect();
    let (cancelled, killed) = (running[0], running[1]);
    let processes = |task: usize| {
        let folder = slow.folder().canonicalize().unwrap();
        processes_called(&format!("bench one {} {}", folder.display(), run_of(task)))
    };
    // What Slurm calls running may not have begun.
    wait_until(|| running.iter().all(|&task| !processes(task).is_empty()));
    assert_eq!(cluster.ask("scancel", &[&format!("{number}_{cancelled}")]).code, 0);
    wait_until(|| processes(cancelled).is_empty());
    let pid = processes(killed).into_iter().next().unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    fs::write(&go, "").unwrap();
    let begun = Instant::now();
    while count(&cluster.status(&slow)["queued"]) > 0 {
        assert!(begun.elapsed() < FOREVER, "{}", cluster.status(&slow));
        std::thread::sleep(Duration::from_millis(200));
    }
    let records = slow.records();
    assert_eq!(records.get(&run_of(cancelled)), None, "the cancelled one has no record");
    assert_eq!(records.len(), 7);
    assert_eq!(records[&run_of(killed)]["outcome"], "crashed");
    let remark = records[&run_of(killed)]["remark"].as_str().unwrap();
    assert!(remark.contains("Slurm ended it (FAILED)"), "{remark}");

    // The same command submits what is missing, and nothing else.
    let told_run = told(&mut submit(&[]));
    assert_eq!(told_run.code, 0, "{}{}", told_run.out, told_run.err);
    assert_eq!(slow.records().keys().cloned().collect::<Vec<_>>().len(), 8);
    assert_eq!(slow.records()[&run_of(cancelled)]["outcome"], "unsolvable");
    assert_eq!(slow.records()[&run_of(killed)]["outcome"], "crashed");
}
